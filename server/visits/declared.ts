import type { Writing } from "../context";
import { enqueueJob } from "../jobs/enqueue";
import type { Reader } from "../storage/port";
import { sql } from "../storage/sql";
import { computeVisitsJob, gatherMs } from "./record-events";
import { type Visit, visitColumns, visitEventColumns, visitRow } from "./visit-events";

/** What a visitor sent during a visit. */
export interface Declaration {
  /** Null when no visit is known, or none is to be recorded. */
  visit: Visit | null;
  kind: "form" | "question";
  /** Unix milliseconds. */
  at: number;
  /** The submission or question. */
  id: string;
  /** Of a form: nothing in it was written by whoever sent it. */
  isPrefilled?: boolean;
}

const coarseMs = 60_000;

/**
 * In the transaction that records the form or question. Returns the visit's identifier; null without one, and for an anonymous
 * visit: what the visitor sent must not lead to it, nor it to what was sent.
 */
export async function visitDeclared(ctx: Writing, declaration: Declaration): Promise<string | null> {
  const { visit, kind, id, isPrefilled } = declaration;
  if (visit === null) return null;
  const { db, tenantId } = ctx;
  const { visitKey, isAnonymous } = visit;
  // The submission and the question have the very moment.
  const at = isAnonymous ? declaration.at - (declaration.at % coarseMs) : declaration.at;
  const named = isAnonymous ? "" : id;
  const ofForm = { submissionId: named, ...(isPrefilled && { isPrefilled }) };
  const data = JSON.stringify(kind === "form" ? ofForm : { questionId: named });
  const loadKey = isAnonymous ? crypto.randomUUID() : id;
  const event = { visit_key: visitKey, load_key: loadKey, seq: 0, type: kind, at_ms: 0, sent_ms: 0, received_at: at, data };
  const row = visitRow({ ...ctx, now: at }, visit);
  const [, known] = await Promise.all([
    db.run(sql`
      INSERT INTO visit_events (tenant_id, ${visitEventColumns.names}) VALUES (${tenantId}, ${visitEventColumns.values(event)})
      ON CONFLICT (tenant_id, visit_key, load_key, seq) DO NOTHING`),
    db.first<{ analytics_session_id: string }>(sql`
      INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at) VALUES (${tenantId}, ${visitColumns.values(row)}, ${at})
      ON CONFLICT (tenant_id, visit_key) DO UPDATE
        SET due_at = CASE WHEN visits.due_at < excluded.due_at THEN visits.due_at ELSE excluded.due_at END
      RETURNING analytics_session_id`),
    enqueueJob(ctx, computeVisitsJob, null, { afterMs: gatherMs }),
  ]);
  return isAnonymous ? null : (known?.analytics_session_id ?? null);
}

export async function hasBegun(db: Reader, tenantId: string, { visitKey }: Visit): Promise<boolean> {
  const row = await db.first(sql`SELECT 1 AS found FROM visits WHERE tenant_id = ${tenantId} AND visit_key = ${visitKey}`);
  return row !== undefined;
}
