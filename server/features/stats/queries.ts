import type { Reading } from "../../context";
import { turns } from "../../event-loop/turns";
import { nothing, type Sql, sql } from "../../storage/sql";
import { allPages, type RollupRow, rollupColumns } from "../../visits/rollups/rollup-row";
import { type SessionRow, sessionColumns } from "../../visits/session-row";

/** Of which visits figures are wanted. */
export interface Selection {
  /** Undefined for all pages. */
  pageId: string | undefined;
  kind: string;
  from: number;
  to: number;
}

const rowsAtOnce = 400;

/** The sums of a page, or of all together, oldest first. Other tenants are answered between the slices. */
export async function eachRollup({ db, tenantId }: Reading, wanted: Selection, each: (row: RollupRow) => void): Promise<void> {
  const { pageId = allPages, kind, to } = wanted;
  for (let { from } = wanted; ; ) {
    const rows = await db.all<RollupRow>(sql`
      SELECT ${rollupColumns.names} FROM session_rollups
      WHERE tenant_id = ${tenantId} AND page_id = ${pageId} AND kind = ${kind} AND started_at >= ${from} AND started_at < ${to}
      ORDER BY started_at LIMIT ${rowsAtOnce}`);
    for (const row of rows) each(row);
    if (rows.length < rowsAtOnce) return;
    from = (rows.at(-1) as RollupRow).started_at + 1;
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

/** A session, the number of its audience, and the account that its audience is made for. */
export type GroupedSession = SessionRow & { audience_number: number | null; account_id: string | null };

/** The sessions themselves, first started first. */
export async function eachSession(
  { db, tenantId }: Reading,
  { pageId, kind, from, to }: Selection,
  each: (session: GroupedSession) => void,
): Promise<void> {
  const ofPage = pageId === undefined ? nothing : sql`AND s.page_id = ${pageId}`;
  for (let position: [number, string] | undefined; ; ) {
    const start: Sql =
      position === undefined
        ? sql`AND s.session_started_at >= ${from}`
        : sql`AND (s.session_started_at, s.analytics_session_id) > (${position[0]}, ${position[1]})`;
    const rows = await db.all<GroupedSession>(sql`
      SELECT ${sessionColumns.of("s")}, n.number AS audience_number, coalesce(a.account_id, d.account_id) AS account_id
      FROM (
        SELECT ${sessionColumns.names}, tenant_id FROM audience_sessions AS s
        WHERE s.tenant_id = ${tenantId} AND s.kind = ${kind} ${ofPage} ${start} AND s.session_started_at < ${to}
        ORDER BY s.session_started_at, s.analytics_session_id LIMIT ${rowsAtOnce}) AS s
      LEFT JOIN visitor_numbers AS n ON n.tenant_id = ${tenantId} AND n.subject_id = s.audience_id
      LEFT JOIN audiences AS a ON a.tenant_id = ${tenantId} AND a.audience_id = s.audience_id
      LEFT JOIN persons AS p ON p.tenant_id = ${tenantId} AND p.person_id = a.person_id
      LEFT JOIN accounts AS d ON d.tenant_id = ${tenantId} AND d.domain = p.domain
      ORDER BY s.session_started_at, s.analytics_session_id`);
    for (const row of rows) each(row);
    const last = rows.at(-1);
    if (rows.length < rowsAtOnce || !last) return;
    position = [last.session_started_at, last.analytics_session_id];
    await turns.next(tenantId);
  }
}
