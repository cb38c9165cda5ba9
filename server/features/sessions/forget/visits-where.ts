import type { Erasing, Progress } from "../../../erasure/erasure";
import { among, type Sql, sql } from "../../../storage/sql";
import { forgetRaw, type RawVisit } from "./raw-visits";

/** A visit as its session is found. */
export type SessionKeys = { analytics_session_id: string; audience_session_id: string | null };

/** Undefined when all were found; else the same position again. `forgetIn` is false when there is more in the visits than fits. */
export async function forgetVisitsWhere(
  ctx: Erasing,
  condition: Sql,
  position: string,
  forgetIn: (ctx: Erasing, visits: readonly SessionKeys[]) => Promise<boolean>,
): Promise<Progress | undefined> {
  const visits = await ctx.db.all<SessionKeys>(sql`
    SELECT analytics_session_id, audience_session_id FROM audience_sessions
    WHERE tenant_id = ${ctx.tenantId} AND ${condition} LIMIT ${ctx.limit}`);
  const raw = await ctx.db.all<RawVisit>(sql`
    SELECT visit_key, analytics_session_id FROM visits
    WHERE tenant_id = ${ctx.tenantId} AND analytics_session_id ${among(visits.map((visit) => visit.analytics_session_id))}`);
  const isDone = (await forgetRaw(ctx, raw)) && (await forgetIn(ctx, visits));
  return isDone && visits.length < ctx.limit ? undefined : { rows: ctx.limit, next: position };
}
