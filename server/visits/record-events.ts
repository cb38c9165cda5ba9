import type { Making } from "../context";
import { enqueuedJob } from "../jobs/enqueue";
import { jobType } from "../jobs/job";
import type { Write } from "../storage/port";
import { sql, sqlValues, statement } from "../storage/sql";
import { type Visit, type VisitEventRow, visitColumns, visitEventColumns, visitRow } from "./visit-events";

export const computeVisitsJob = jobType<null>("computeVisits", "visits");

/** A job waits this long for more events of its tenant… */
export const gatherMs = 2_000;
/** …and a process adds another one for events that come later than this. */
const sameJobMs = 1_000;
/** A visit is computed soon after its first event, then at most this often: each time, all its events are read. */
export const refreshMs = 15_000;
const maxTenants = 10_000;

/** Writes what happened during visits: one statement, without a look at the database. */
export class EventRecorder {
  readonly #jobAddedAt = new Map<string, number>();

  /** Events that are known already are ignored by their key. */
  write(ctx: Making, visits: readonly Visit[], events: readonly VisitEventRow[]): Write {
    const rows = sqlValues(events.map((event) => [ctx.tenantId, ...visitEventColumns.list(event)]));
    return {
      insert: sql`
        INSERT INTO visit_events (tenant_id, ${visitEventColumns.names}) VALUES ${rows}
        ON CONFLICT (tenant_id, visit_key, load_key, seq) DO NOTHING`,
      followedBy: () => [...visits.map((visit) => dueVisit(ctx, visit)), ...this.#job(ctx)],
    };
  }

  #job(ctx: Making): Write[] {
    const addedAt = this.#jobAddedAt.get(ctx.tenantId);
    if (addedAt !== undefined && Math.abs(ctx.now - addedAt) < sameJobMs) return [];
    if (this.#jobAddedAt.size >= maxTenants) this.#jobAddedAt.clear();
    this.#jobAddedAt.set(ctx.tenantId, ctx.now);
    return [gatherMs, refreshMs + gatherMs].map((afterMs) => enqueuedJob(ctx, computeVisitsJob, null, { afterMs }));
  }
}

/** Not a parameter, so that the row's own parameters are the last ones. */
const refresh = statement(String(refreshMs));

/** The first event of a visit gives it its identifiers; later ones make it due again. */
function dueVisit(ctx: Making, visit: Visit): Write {
  const { tenantId, now } = ctx;
  const row = visitRow(ctx, visit);
  return {
    insert: sql`
      INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at) VALUES (${tenantId}, ${visitColumns.values(row)}, ${now})
      ON CONFLICT (tenant_id, visit_key) DO UPDATE SET due_at = excluded.due_at + ${refresh}
      WHERE visits.due_at IS NULL OR visits.due_at > excluded.due_at + ${refresh}`,
  };
}
