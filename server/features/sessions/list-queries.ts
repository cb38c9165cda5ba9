import { activeMinutes } from "../../../contract/visits/sessions";
import type { Reader } from "../../storage/port";
import { amongRows, nothing, type Sql, sql, type Value } from "../../storage/sql";
import type { VisitKind } from "../../visits/kinds";
import { type SessionRow, sessionColumns } from "../../visits/session-row";
import { audiencesOfAccount } from "../audiences";

export interface SessionFilter {
  pageId?: string | undefined;
  audienceId?: string | undefined;
  personId?: string | undefined;
  accountId?: string | undefined;
  versionId?: string | undefined;
  /** Default: a person's. */
  kind?: VisitKind | undefined;
  utmCampaign?: string | undefined;
  utmContent?: string | undefined;
  utmMedium?: string | undefined;
  utmSource?: string | undefined;
  utmTerm?: string | undefined;
  /** Unix milliseconds, from `from` up to, not including, `to`. */
  from?: number | undefined;
  to?: number | undefined;
  active?: boolean | undefined;
  hasConversion?: boolean | undefined;
  hasFormSubmit?: boolean | undefined;
  isBounce?: boolean | undefined;
}

export function sessionFilter(tenantId: string, now: number, wanted: SessionFilter): Sql {
  const { pageId, audienceId, personId, accountId, versionId, kind = "person", from, to, active } = wanted;
  return sql`tenant_id = ${tenantId} AND kind = ${kind}
    ${pageId === undefined ? nothing : sql`AND page_id = ${pageId}`}
    ${audienceId === undefined ? nothing : sql`AND audience_id = ${audienceId}`}
    ${personId === undefined ? nothing : sql`AND audience_id ${audiencesOfPerson(tenantId, personId)}`}
    ${accountId === undefined ? nothing : sql`AND audience_id ${audiencesOfAccount(tenantId, accountId)}`}
    ${versionId === undefined ? nothing : sql`AND version_id = ${versionId} AND version_id IS NOT NULL`}
    ${utmFilter(wanted)}
    ${from === undefined ? nothing : sql`AND session_started_at >= ${from}`}
    ${to === undefined ? nothing : sql`AND session_started_at < ${to}`}
    ${active === undefined ? nothing : activity(active, now)}
    ${flag(sql`has_conversion`, wanted.hasConversion)}
    ${flag(sql`has_form_submit`, wanted.hasFormSubmit)}
    ${flag(sql`is_bounce`, wanted.isBounce)}`;
}

function audiencesOfPerson(tenantId: string, personId: string): Sql {
  return amongRows(sql`SELECT audience_id FROM audiences WHERE tenant_id = ${tenantId} AND person_id = ${personId}`);
}

function utmFilter({ utmCampaign, utmContent, utmMedium, utmSource, utmTerm }: SessionFilter): Sql {
  const equals = (column: Sql, value: string | undefined) => (value === undefined ? nothing : sql`AND ${column} = ${value}`);
  return sql`
    ${equals(sql`utm_campaign`, utmCampaign)} ${equals(sql`utm_content`, utmContent)} ${equals(sql`utm_medium`, utmMedium)}
    ${equals(sql`utm_source`, utmSource)} ${equals(sql`utm_term`, utmTerm)}`;
}

function activity(isActive: boolean, now: number): Sql {
  const since = now - activeMinutes * 60_000;
  return isActive
    ? sql`AND computation_status = 'pending' AND last_seen_at >= ${since}`
    : sql`AND NOT (computation_status = 'pending' AND last_seen_at >= ${since})`;
}

/** Not a parameter: a partial index serves only queries that say its condition. */
function flag(column: Sql, value: boolean | undefined): Sql {
  if (value === undefined) return nothing;
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

/** Visits of an account or a person are few and sorted. A sum is in no index, so that PostgreSQL does not walk all visits in their order. */
export function sessionOrder({ accountId, personId }: SessionFilter): Sql {
  return accountId === undefined && personId === undefined
    ? sql`session_started_at DESC, analytics_session_id DESC`
    : sql`session_started_at + 0 DESC, analytics_session_id DESC`;
}
