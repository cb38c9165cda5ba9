import { activeMinutes } from "../../../contract/visits/sessions";
import { capped, countCapped } from "../../records/counting";
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

/**
 * A list of visits, last started first. It is read along one index, and what that does not answer is asked of each visit on the
 * way: an index for each combination of filters would cost more than the lists.
 */
export interface SessionList {
  /** The tenant, and what the index answers. */
  filter: Sql;
  /** Undefined when the index answers everything. */
  asked: Sql | undefined;
  order: Sql;
  from: number | undefined;
  to: number | undefined;
}

/** So many entries of an index are looked at in one statement at most: a few milliseconds, also if each leads to a visit. */
const mostEntries = 2_000;
/** A page is often full after a few. */
const fewEntries = 64;
const growth = 8;

interface Condition {
  /** As an index answers it; undefined where none does. */
  indexed: Sql | undefined;
  /** In a form that no index answers, so that the engine keeps to the one that was chosen. */
  asked: Sql;
}

export function sessionList(tenantId: string, now: number, wanted: SessionFilter): SessionList {
  const { personId, accountId, kind = "person", from, to } = wanted;
  const owners = [...equal(sql`audience_id`, wanted.audienceId), ...ofVersion(wanted.versionId), ...ofCampaign(wanted)];
  const pages = equal(sql`page_id`, wanted.pageId);
  // Those of fewest visits come first.
  const flags = [
    ...flag(sql`has_form_submit`, wanted.hasFormSubmit),
    ...flag(sql`has_conversion`, wanted.hasConversion),
    ...flag(sql`is_bounce`, wanted.isBounce),
  ];
  const states = [...activity(wanted.active, now), ...flags];
  const ofTenant = sql`tenant_id = ${tenantId}`;
  const order = sql`session_started_at DESC, analytics_session_id DESC`;
  if (personId !== undefined || accountId !== undefined) {
    const filter = sql`${ofTenant} AND kind = ${kind} ${ofAudiences(tenantId, wanted)} ${all([...owners, ...pages, ...states])}`;
    // They are few and sorted. A sum is in no index, so that PostgreSQL does not walk all visits in their order.
    return { filter, asked: undefined, order: sql`session_started_at + 0 DESC, analytics_session_id DESC`, from, to };
  }
  // The index of an audience's visits is in the order of all kinds, as its timeline is.
  const kinds = wanted.audienceId === undefined ? [] : equal(sql`kind`, kind);
  const ofKind = wanted.audienceId === undefined ? sql`AND kind = ${kind}` : nothing;
  const [owner, ...others] = [...owners, ...pages];
  // A page has an index for each flag, and a tenant also one for visits that go on.
  const further = owners.length > 0 ? undefined : (pages.length > 0 ? flags : states).find(({ indexed }) => indexed);
  const used = [owner, further].flatMap((condition) => (condition?.indexed ? sql`AND ${condition.indexed}` : []));
  const rest = [...kinds, ...others, ...states.filter((condition) => condition !== further)];
  const filter = used.reduce((before, next) => sql`${before} ${next}`, sql`${ofTenant} ${ofKind}`);
  return { filter, asked: rest.length > 0 ? all(rest) : undefined, order, from, to };
}

function all(conditions: readonly Condition[]): Sql {
  return conditions.reduce((before, { asked }) => sql`${before} AND ${asked}`, nothing);
}

function equal(column: Sql, value: string | undefined): Condition[] {
  return value === undefined ? [] : [{ indexed: sql`${column} = ${value}`, asked: sql`${column} || '' = ${value}` }];
}

/** Its index has those of a version alone. */
function ofVersion(versionId: string | undefined): Condition[] {
  return equal(sql`version_id`, versionId).map(({ indexed, asked }) => ({
    indexed: indexed && sql`${indexed} AND version_id IS NOT NULL`,
    asked,
  }));
}

function ofCampaign({ utmCampaign, utmContent, utmMedium, utmSource, utmTerm }: SessionFilter): Condition[] {
  return [
    ...equal(sql`utm_campaign`, utmCampaign),
    ...equal(sql`utm_content`, utmContent),
    ...equal(sql`utm_term`, utmTerm),
    ...equal(sql`utm_source`, utmSource),
    ...equal(sql`utm_medium`, utmMedium),
  ];
}

/** Not a parameter: a partial index serves only queries that say its condition. */
function flag(column: Sql, value: boolean | undefined): Condition[] {
  if (value === undefined) return [];
  return [
    value
      ? { indexed: sql`${column} = 1`, asked: sql`${column} + 0 = 1` }
      : { indexed: undefined, asked: sql`${column} + 0 = 0` },
  ];
}

function activity(isActive: boolean | undefined, now: number): Condition[] {
  if (isActive === undefined) return [];
  const since = now - activeMinutes * 60_000;
  const asked = sql`computation_status || '' = 'pending' AND last_seen_at + 0 >= ${since}`;
  if (!isActive) return [{ indexed: undefined, asked: sql`NOT (${asked})` }];
  return [{ indexed: sql`computation_status = 'pending' AND last_seen_at >= ${since}`, asked }];
}

function ofAudiences(tenantId: string, { personId, accountId }: SessionFilter): Sql {
  const ofPerson =
    personId === undefined
      ? nothing
      : sql`AND audience_id ${amongRows(sql`SELECT audience_id FROM audiences WHERE tenant_id = ${tenantId} AND person_id = ${personId}`)}`;
  return accountId === undefined ? ofPerson : sql`${ofPerson} AND audience_id ${audiencesOfAccount(tenantId, accountId)}`;
}

type Place = readonly [startedAt: number, analyticsSessionId: string];

/** Visits that come after the position, newest first. */
export async function newestSessions(
  db: Reader,
  tenantId: string,
  list: SessionList,
  position: Value[] | undefined,
  limit: number,
): Promise<SessionRow[]> {
  const rows: SessionRow[] = [];
  for await (const between of slices(db, list, fewEntries, position as Place | undefined)) {
    rows.push(...(await sessionsBetween(db, tenantId, list, between, limit - rows.length)));
    if (rows.length === limit) break;
  }
  return rows;
}

/** Those that fit are found first: SQLite would look up every visit on the way, also where the index tells that it is left out. */
async function sessionsBetween(
  db: Reader,
  tenantId: string,
  { filter, asked, order }: SessionList,
  between: Sql,
  limit: number,
): Promise<SessionRow[]> {
  if (!asked)
    return db.all(sql`
      SELECT ${sessionColumns.names} FROM audience_sessions WHERE ${filter} ${between} ORDER BY ${order} LIMIT ${limit}`);
  const found = sql`
    SELECT analytics_session_id FROM audience_sessions WHERE ${filter} ${asked} ${between} ORDER BY ${order} LIMIT ${limit}`;
  const rows = await db.all<SessionRow>(sql`
    SELECT ${sessionColumns.names} FROM audience_sessions WHERE tenant_id = ${tenantId} AND analytics_session_id ${amongRows(found)}`);
  return rows.sort(
    (one, other) =>
      other.session_started_at - one.session_started_at || (one.analytics_session_id < other.analytics_session_id ? 1 : -1),
  );
}

/** Exact up to 10,000, null above. */
export async function countSessions(db: Reader, list: SessionList): Promise<number | null> {
  const { filter, asked, from, to } = list;
  if (!asked) return countCapped(db, sql`SELECT 1 FROM audience_sessions WHERE ${filter} ${until(to)} ${after(from)}`);
  let count = 0;
  for await (const between of slices(db, list, mostEntries)) {
    const row = await db.first<{ count: number }>(sql`
      SELECT CAST(count(*) AS INTEGER) AS count FROM audience_sessions WHERE ${filter} ${asked} ${between}`);
    count += row?.count ?? 0;
    if (capped(count) === null) return null;
  }
  return count;
}

/**
 * Conditions on where a visit stands in the list, one for each slice of the index; a single one when the index answers everything.
 * Of two ends of one kind only the nearer is named: SQLite may walk an index from the other.
 */
async function* slices(
  db: Reader,
  { filter, asked, order, from, to }: SessionList,
  firstEntries: number,
  position?: Place,
): AsyncGenerator<Sql> {
  for (let [start, entries] = [position, firstEntries]; ; entries = Math.min(entries * growth, mostEntries)) {
    const upper = start ? sql`AND (session_started_at, analytics_session_id) < (${start[0]}, ${start[1]})` : until(to);
    const next = asked
      ? await db.first<{ session_started_at: number; analytics_session_id: string }>(sql`
          SELECT session_started_at, analytics_session_id FROM audience_sessions WHERE ${filter} ${upper} ${after(from)}
          ORDER BY ${order} LIMIT 1 OFFSET ${entries - 1}`)
      : undefined;
    if (!next) {
      yield sql`${upper} ${after(from)}`;
      return;
    }
    start = [next.session_started_at, next.analytics_session_id];
    yield sql`${upper} AND (session_started_at, analytics_session_id) >= (${start[0]}, ${start[1]})`;
  }
}

function after(from: number | undefined): Sql {
  return from === undefined ? nothing : sql`AND session_started_at >= ${from}`;
}

function until(to: number | undefined): Sql {
  return to === undefined ? nothing : sql`AND session_started_at < ${to}`;
}
