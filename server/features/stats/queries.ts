import type { Reading } from "../../context";
import { turns } from "../../event-loop/turns";
import { nothing, type Sql, sql } from "../../storage/sql";
import { allPages, type RollupRow, rollupColumns } from "../../visits/rollups/rollup-row";
import { type CountedSession, countedColumns } from "../../visits/session-row";

/** Of which visits figures are wanted. */
export interface Selection {
  /** Undefined for all pages. */
  pageId: string | undefined;
  kind: string;
  from: number;
  to: number;
}

const rollupsAtOnce = 200;
const sessionsAtOnce = 500;

/** The sums of a page, or of all together, oldest first. Other tenants are answered between the slices. */
export async function eachRollup({ db, tenantId }: Reading, wanted: Selection, each: (row: RollupRow) => void): Promise<void> {
  const { pageId = allPages, kind, to } = wanted;
  for (let { from } = wanted; ; ) {
    const rows = await db.all<RollupRow>(sql`
      SELECT ${rollupColumns.names} FROM session_rollups
      WHERE tenant_id = ${tenantId} AND page_id = ${pageId} AND kind = ${kind} AND started_at >= ${from} AND started_at < ${to}
      ORDER BY started_at LIMIT ${rollupsAtOnce}`);
    for (const row of rows) each(row);
    if (rows.length < rollupsAtOnce) return;
    from = (rows.at(-1) as RollupRow).started_at + 1;
    await turns.next(tenantId);
  }
}

const rankedAtOnce = 2_000;

/** How many visits these sums are of. Reads no sets of visitors, which may be long. */
export async function visitsInRollups({ db, tenantId }: Reading, wanted: Selection): Promise<number> {
  const { pageId = allPages, kind, to } = wanted;
  let visits = 0;
  for (let { from } = wanted; ; ) {
    const rows = await db.all<Pick<RollupRow, "started_at" | "visits">>(sql`
      SELECT started_at, visits FROM session_rollups
      WHERE tenant_id = ${tenantId} AND page_id = ${pageId} AND kind = ${kind} AND started_at >= ${from} AND started_at < ${to}
      ORDER BY started_at LIMIT ${rankedAtOnce}`);
    for (const row of rows) visits += row.visits;
    const last = rows.at(-1);
    if (rows.length < rankedAtOnce || !last) return visits;
    from = last.started_at + 1;
    await turns.next(tenantId);
  }
}

const pagesAtOnce = 200;

/** Every page of the tenant, one after the other. */
export async function eachPage({ db, tenantId }: Reading, each: (pageId: string) => Promise<void>): Promise<void> {
  for (let after = allPages; ; ) {
    const rows = await db.all<{ page_id: string }>(sql`
      SELECT page_id FROM pages WHERE tenant_id = ${tenantId} AND page_id > ${after} ORDER BY page_id LIMIT ${pagesAtOnce}`);
    for (const { page_id } of rows) await each(page_id);
    if (rows.length < pagesAtOnce) return;
    after = (rows.at(-1) as { page_id: string }).page_id;
    await turns.next(tenantId);
  }
}

/** What visits can be grouped by: `s` is the session, `a` its audience, `d` the account of its audience's person. */
const groupKeys = {
  page: sql`s.page_id`,
  audience: sql`s.audience_id`,
  account: sql`coalesce(a.account_id, d.account_id)`,
  version: sql`s.version_id`,
  utmCampaign: sql`s.utm_campaign`,
  utmContent: sql`s.utm_content`,
  utmMedium: sql`s.utm_medium`,
  utmSource: sql`s.utm_source`,
  utmTerm: sql`s.utm_term`,
};
export type SessionGroup = keyof typeof groupKeys;

/** A session, the number of its audience, and its group. */
export type GroupedSession = CountedSession & { audience_number: number | null; group_key: string | null };

/** The sessions themselves, first started first. */
export function eachSession(
  ctx: Reading,
  wanted: Selection,
  groupBy: SessionGroup,
  each: (session: GroupedSession) => void,
): Promise<void> {
  const { tenantId } = ctx;
  const ofAccounts = sql`
    LEFT JOIN audiences AS a ON a.tenant_id = ${tenantId} AND a.audience_id = s.audience_id
    LEFT JOIN persons AS p ON p.tenant_id = ${tenantId} AND p.person_id = a.person_id
    LEFT JOIN accounts AS d ON d.tenant_id = ${tenantId} AND d.domain = p.domain`;
  const joins = groupBy === "account" ? ofAccounts : nothing;
  return eachJoined(ctx, wanted, each, { columns: sql`${groupKeys[groupBy]} AS group_key`, joins });
}

/** A session of a version of the batch (`after`), or of one that such a version replaced (`before`). */
type SessionAround = CountedSession & { audience_number: number | null; side: "before" | "after" | null };

export function eachSessionAround(
  ctx: Reading,
  wanted: Selection,
  batchId: string,
  each: (session: SessionAround) => void,
): Promise<void> {
  const { tenantId } = ctx;
  // The first version that went live after the visit began replaced the shown one. A draft may go live after versions that are
  // newer, and a version that was live before may again: when it first was is noted alone.
  const replacing = sql`(
    SELECT later.batch_id FROM audience_versions AS later
    WHERE later.tenant_id = ${tenantId} AND later.audience_id = s.audience_id AND later.published_at IS NOT NULL
      AND (later.published_at, later.version_id) > (shown.published_at, shown.version_id)
      AND later.published_at > s.session_started_at
    ORDER BY later.published_at, later.version_id LIMIT 1)`;
  // Replaced by none: an older version went live again in its place.
  const wasWithdrawn = sql`
    (s.session_started_at < shown.archived_at AND (shown.obsolete_at IS NULL OR shown.obsolete_at > shown.archived_at))`;
  return eachJoined(ctx, wanted, each, {
    columns: sql`CASE WHEN shown.batch_id = ${batchId} THEN 'after' WHEN ${wasWithdrawn} THEN NULL
      WHEN ${replacing} = ${batchId} THEN 'before' END AS side`,
    joins: sql`LEFT JOIN audience_versions AS shown ON shown.tenant_id = ${tenantId} AND shown.version_id = s.version_id`,
  });
}

/** Sessions in the order in which they started, a slice at a time, each with what is joined to it. */
async function eachJoined<Row extends CountedSession>(
  { db, tenantId }: Reading,
  { pageId, kind, from, to }: Selection,
  each: (row: Row) => void,
  { columns, joins }: { columns: Sql; joins: Sql },
): Promise<void> {
  const ofPage = pageId === undefined ? nothing : sql`AND page_id = ${pageId}`;
  for (let position: [number, string] = [from, ""]; ; ) {
    const rows = await db.all<Row>(sql`
      SELECT ${countedColumns.of("s")}, n.number AS audience_number, ${columns}
      FROM (
        SELECT ${countedColumns.names}, page_id, audience_id, version_id,
          utm_campaign, utm_content, utm_medium, utm_source, utm_term FROM audience_sessions
        WHERE tenant_id = ${tenantId} AND kind = ${kind} ${ofPage}
          AND (session_started_at, analytics_session_id) > (${position[0]}, ${position[1]}) AND session_started_at < ${to}
        ORDER BY session_started_at, analytics_session_id LIMIT ${sessionsAtOnce}) AS s
      LEFT JOIN visitor_numbers AS n ON n.tenant_id = ${tenantId} AND n.subject_id = s.audience_id
      ${joins}
      ORDER BY s.session_started_at, s.analytics_session_id`);
    for (const row of rows) each(row);
    const last = rows.at(-1);
    if (rows.length < sessionsAtOnce || !last) return;
    position = [last.session_started_at, last.analytics_session_id];
    await turns.next(tenantId);
  }
}

/** The sessions of persons that were shown a version. */
export async function eachSessionOfVersion(
  { db, tenantId }: Reading,
  versionId: string,
  each: (session: CountedSession) => void,
): Promise<void> {
  for (let position: [number, string] = [0, ""]; ; ) {
    const rows = await db.all<CountedSession>(sql`
      SELECT ${countedColumns.names} FROM audience_sessions
      WHERE tenant_id = ${tenantId} AND version_id = ${versionId} AND version_id IS NOT NULL AND kind = 'person'
        AND (session_started_at, analytics_session_id) > (${position[0]}, ${position[1]})
      ORDER BY session_started_at, analytics_session_id LIMIT ${sessionsAtOnce}`);
    for (const row of rows) each(row);
    const end = rows.at(-1);
    if (rows.length < sessionsAtOnce || !end) return;
    position = [end.session_started_at, end.analytics_session_id];
    await turns.next(tenantId);
  }
}
