import type { Reader } from "../../storage/port";
import { nothing, type Sql, sql, type Value } from "../../storage/sql";
import { audiencesOfAccount } from "../audiences";
import { type SessionRow, sessionColumns } from "./queries";

export interface SessionFilter {
  audienceId?: string | undefined;
  accountId?: string | undefined;
  /** Unix milliseconds, from `from` up to, not including, `to`. */
  from?: number | undefined;
  to?: number | undefined;
  hasConversion?: boolean | undefined;
  hasFormSubmit?: boolean | undefined;
  isBounce?: boolean | undefined;
}

export function sessionFilter(tenantId: string, pageId: string, wanted: SessionFilter): Sql {
  const { audienceId, accountId, from, to, hasConversion, hasFormSubmit, isBounce } = wanted;
  return sql`tenant_id = ${tenantId} AND page_id = ${pageId}
    ${audienceId === undefined ? nothing : sql`AND audience_id = ${audienceId}`}
    ${accountId === undefined ? nothing : sql`AND audience_id ${audiencesOfAccount(tenantId, accountId)}`}
    ${from === undefined ? nothing : sql`AND session_started_at >= ${from}`}
    ${to === undefined ? nothing : sql`AND session_started_at < ${to}`}
    ${hasConversion === undefined ? nothing : flag(sql`has_conversion`, hasConversion)}
    ${hasFormSubmit === undefined ? nothing : flag(sql`has_form_submit`, hasFormSubmit)}
    ${isBounce === undefined ? nothing : flag(sql`is_bounce`, isBounce)}`;
}

/** Not a parameter: a partial index serves only queries that say its condition. */
function flag(column: Sql, value: boolean): Sql {
  return value ? sql`AND ${column} = 1` : sql`AND ${column} = 0`;
}

export function newestSessions(
  db: Reader,
  { filter, order }: { filter: Sql; order: Sql },
  position: Value[] | undefined,
  limit: number,
): Promise<SessionRow[]> {
  const [startedAt, last] = (position ?? []) as [number, string];
  const before = position === undefined ? nothing : sql`AND (session_started_at, analytics_session_id) < (${startedAt}, ${last})`;
  return db.all(sql`
    SELECT ${sessionColumns.names} FROM audience_sessions WHERE ${filter} ${before}
    ORDER BY ${order} LIMIT ${limit}`);
}

/** An account's visits are few and sorted. A sum is in no index, so that PostgreSQL does not walk all visits in their order. */
export function sessionOrder({ accountId }: SessionFilter): Sql {
  return accountId === undefined
    ? sql`session_started_at DESC, analytics_session_id DESC`
    : sql`session_started_at + 0 DESC, analytics_session_id DESC`;
}
