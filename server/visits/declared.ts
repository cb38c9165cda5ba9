import type { Writing } from "../context";
import { enqueueJob } from "../jobs/enqueue";
import { sql } from "../storage/sql";
import { computeVisitsJob, gatherMs } from "./record-events";
import { visitColumns, visitEventColumns, visitKeyOf } from "./visit-events";

/** What a visitor sent during a visit. */
export interface Declaration {
  tenantId: string;
  audienceId: string;
  /** As the visitor's browser names it; null without one. */
  visitId: string | null;
  kind: "form" | "question";
  /** Unix milliseconds. */
  at: number;
  /** The submission or question. */
  id?: string;
}

/** In the transaction that records the form or question. */
export async function visitDeclared(ctx: Writing, { audienceId, visitId, kind, at, id }: Declaration): Promise<void> {
  if (visitId === null) return;
  const { db, tenantId } = ctx;
  const visitKey = visitKeyOf(audienceId, visitId.slice(visitId.indexOf("_") + 1));
  const named = id ?? `${kind} ${at}`;
  const data = JSON.stringify(kind === "form" ? { submissionId: named } : { questionId: named });
  const event = { visit_key: visitKey, load_key: named, seq: 0, type: kind, at_ms: 0, sent_ms: 0, received_at: at, data };
  await Promise.all([
    db.run(sql`
      INSERT INTO visit_events (tenant_id, ${visitEventColumns.names}) VALUES (${tenantId}, ${visitEventColumns.values(event)})
      ON CONFLICT (tenant_id, visit_key, load_key, seq) DO NOTHING`),
    db.run(sql`
      INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at)
      SELECT tenant_id, ${visitKey}, ${ctx.newId("visit")}, ${ctx.newId("session")}, audience_id, page_id, published_version_id,
        ${at}, ${at}
      FROM audiences WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId}
      ON CONFLICT (tenant_id, visit_key) DO UPDATE SET due_at = excluded.due_at
      WHERE visits.due_at IS NULL OR visits.due_at > excluded.due_at`),
    enqueueJob(ctx, computeVisitsJob, null, { afterMs: gatherMs }),
  ]);
}
