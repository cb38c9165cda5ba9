import { rowsOfAudiences } from "../../../erasure/audiences";
import type { Erasing, ErasureStage } from "../../../erasure/erasure";
import { among, sql } from "../../../storage/sql";
import { removeEvents } from "../../../visits/due-visits";

/** Deletes what browsers told of visits of the person's audiences. Their sessions stay, and are not computed again. */
export const forgetRawVisits: ErasureStage = {
  name: "raw visits of audiences",
  tables: ["visits", "visit_events"],
  weight: 2,
  async forget(ctx, position) {
    const table = { table: "visits", audience: "audience_id", key: ["visit_key"], columns: rawColumns };
    const { rows, next } = await rowsOfAudiences<RawVisit & { of_audience: string }>(ctx, "own", table, position);
    return { rows: rows.length, next: (await forgetRaw(ctx, rows)) ? next : position };
  },
};

export type RawVisit = { visit_key: string; analytics_session_id: string };
const rawColumns = sql`of_row.visit_key, of_row.analytics_session_id`;

/**
 * False when the visits have more events than fit: then they stay until their events are gone. Until then they must not be computed
 * from the rest of them, and a computation that is under way has to end first: its session would stay pending.
 */
export async function forgetRaw(ctx: Erasing, visits: readonly RawVisit[]): Promise<boolean> {
  const { db, tenantId, limit } = ctx;
  const keys = among(visits.map(({ visit_key }) => visit_key));
  await db.run(sql`UPDATE visits SET due_at = NULL WHERE tenant_id = ${tenantId} AND visit_key ${keys}`);
  const events = await removeEvents(
    ctx,
    visits.map(({ visit_key }) => visit_key),
    { limit },
  );
  ctx.count("visit_events", { found: events, removed: events });
  if (events === limit) return false;
  await db.run(sql`
    UPDATE audience_sessions SET computation_status = 'completed', session_ended_at = coalesce(last_seen_at, session_started_at)
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(visits.map((visit) => visit.analytics_session_id))}
      AND computation_status = 'pending'`);
  const removed = await db.run(sql`DELETE FROM visits WHERE tenant_id = ${tenantId} AND visit_key ${keys}`);
  ctx.count("visits", { found: removed, removed });
  return true;
}
