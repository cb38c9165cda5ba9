import type { Making } from "../context";
import { enqueuedJob } from "../jobs/enqueue";
import { jobType } from "../jobs/job";
import { type Database, type Transaction, Unavailable } from "../storage/port";
import { sql, sqlRows } from "../storage/sql";
import { type Visit, type VisitEventRow, visitColumns, visitEventColumns, visitRow } from "./visit-events";

export const computeVisitsJob = jobType<null>("computeVisits", "visits");

/** A job waits this long for more events of its tenant… */
export const gatherMs = 2_000;
/** …and a process adds another one for events that come later than this. */
const sameJobMs = 1_000;
/** A visit is computed soon after its first event, then at most this often: each time, all its events are read. */
export const refreshMs = 15_000;
const maxTenants = 10_000;
/** While one waits for the disk, another is put together. */
const maxGroupsAtOnce = 2;
const maxEventsInGroup = 512;

/** What one request told. */
interface Batch {
  ctx: Making;
  visits: readonly Visit[];
  events: readonly VisitEventRow[];
  written: () => void;
  failed: (error: unknown) => void;
}

/**
 * Writes what happened during visits, without a look at the database. Batches that come while others are being written become
 * one transaction: a commit for each would be most of the work.
 */
export class EventRecorder {
  readonly #db: Database;
  readonly #jobAddedAt = new Map<string, number>();
  readonly #waiting: Batch[] = [];
  #groupsAtOnce = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolved once durable. Events that are known already are ignored by their key. */
  record(ctx: Making, visits: readonly Visit[], events: readonly VisitEventRow[]): Promise<void> {
    return new Promise((written, failed) => {
      this.#waiting.push({ ctx, visits, events, written, failed });
      if (this.#groupsAtOnce < maxGroupsAtOnce) void this.#writeGroups();
    });
  }

  async #writeGroups(): Promise<void> {
    this.#groupsAtOnce += 1;
    while (this.#waiting.length > 0) await this.#writeGroup(this.#nextGroup());
    this.#groupsAtOnce -= 1;
  }

  #nextGroup(): Batch[] {
    let [end, events] = [0, 0];
    while (end < this.#waiting.length && events < maxEventsInGroup) events += (this.#waiting[end++] as Batch).events.length;
    return this.#waiting.splice(0, end);
  }

  /** When the database refuses a group, each batch is written by itself: a bad one must not take the others with it. */
  async #writeGroup(group: readonly Batch[]): Promise<void> {
    try {
      const withoutJob = this.#withoutJob(group);
      await this.#db.transaction((tx) => writeBatches(tx, group, withoutJob));
      for (const { tenantId, now } of withoutJob) this.#jobAddedAt.set(tenantId, now);
      for (const { written } of group) written();
    } catch (error) {
      if (error instanceof Unavailable || group.length === 1) for (const { failed } of group) failed(error);
      else for (const batch of group) await this.#writeGroup([batch]);
    }
  }

  /** One batch for each tenant that has no job yet. */
  #withoutJob(group: readonly Batch[]): Making[] {
    if (this.#jobAddedAt.size >= maxTenants) this.#jobAddedAt.clear();
    const tenants = new Map(group.map(({ ctx }) => [ctx.tenantId, ctx]));
    return [...tenants.values()].filter(({ tenantId, now }) => {
      const addedAt = this.#jobAddedAt.get(tenantId);
      return addedAt === undefined || Math.abs(now - addedAt) >= sameJobMs;
    });
  }
}

async function writeBatches(tx: Transaction, group: readonly Batch[], withoutJob: readonly Making[]): Promise<void> {
  const events = group.flatMap(({ ctx, events }) => events.map((event) => [ctx.tenantId, ...visitEventColumns.list(event)]));
  await Promise.all([
    ...sqlRows(events).map((rows) =>
      tx.run(sql`
        INSERT INTO visit_events (tenant_id, ${visitEventColumns.names}) VALUES ${rows}
        ON CONFLICT (tenant_id, visit_key, load_key, seq) DO NOTHING`),
    ),
    ...sqlRows(dueVisits(group)).map((rows) =>
      // The first event of a visit gives it its identifiers; later ones make it due again.
      tx.run(sql`
        INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at) VALUES ${rows}
        ON CONFLICT (tenant_id, visit_key) DO UPDATE SET due_at = excluded.due_at + ${refreshMs}
        WHERE visits.due_at IS NULL OR visits.due_at > excluded.due_at + ${refreshMs}`),
    ),
    ...withoutJob.flatMap((ctx) =>
      [gatherMs, refreshMs + gatherMs].map((afterMs) => tx.write(enqueuedJob(ctx, computeVisitsJob, null, { afterMs }))),
    ),
  ]);
}

/** Each visit once, because one statement can't change a row twice. A fixed order avoids deadlocks. */
function dueVisits(group: readonly Batch[]) {
  const rows = new Map<string, ReturnType<typeof visitColumns.list>>();
  for (const { ctx, visits } of group) {
    for (const visit of visits) {
      const key = `${ctx.tenantId} ${visit.visitKey}`;
      if (!rows.has(key)) rows.set(key, [ctx.tenantId, ...visitColumns.list(visitRow(ctx, visit)), ctx.now]);
    }
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}
