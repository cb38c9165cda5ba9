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
    ${accountId === undefined ? nothing : sql`AND audience_id IN ${audiencesOfAccount(tenantId, accountId)}`}
    ${from === undefined ? nothing : sql`AND session_started_at >= ${from}`}
    ${to === undefined ? nothing : sql`AND session_started_at < ${to}`}
    ${hasConversion === undefined ? nothing : sql`AND has_conversion = ${Number(hasConversion)}`}
    ${hasFormSubmit === undefined ? nothing : sql`AND has_form_submit = ${Number(hasFormSubmit)}`}
    ${isBounce === undefined ? nothing : sql`AND is_bounce = ${Number(isBounce)}`}`;
}

export function newestSessions(db: Reader, filter: Sql, position: Value[] | undefined, limit: number): Promise<SessionRow[]> {
  const [startedAt, last] = (position ?? []) as [number, string];
  const before = position === undefined ? nothing : sql`AND (session_started_at, analytics_session_id) < (${startedAt}, ${last})`;
  return db.all(sql`
    SELECT ${sessionColumns.names} FROM audience_sessions WHERE ${filter} ${before}
    ORDER BY session_started_at DESC, analytics_session_id DESC LIMIT ${limit}`);
}
