import type { Making } from "../context";
import { enqueuedJob } from "../jobs/enqueue";
import { jobType } from "../jobs/job";
import { GroupCommit } from "../storage/group-commit";
import type { Database, Transaction } from "../storage/port";
import { sql, sqlRows } from "../storage/sql";
import { inRuns } from "./event-runs";
import { type StoredEventRow, type Visit, type VisitEventRow, visitColumns, visitEventColumns, visitRow } from "./visit-events";

export const computeVisitsJob = jobType<null>("computeVisits", "visits");

/** A job waits this long for more events of its tenant… */
export const gatherMs = 2_000;
/** …and a process adds another one for events that it writes later than this. */
const sameJobMs = 1_000;
/** A visit that is due for longer has been left out by the job that was meant for it. */
export const overdueMs = gatherMs - sameJobMs;
/** A visit is computed soon after its first event, then at most this often: each time, all its events are read. */
export const refreshMs = 15_000;
const maxTenants = 10_000;
/** The page's script sends and goes on, so a batch may wait for others: a commit costs as much as a few of them. */
const gathering = { maxAtOnce: 100, gather: { ms: 25, enough: 32 } };

/** What one request told. */
interface Batch {
  ctx: Making;
  visits: readonly Visit[];
  rows: readonly StoredEventRow[];
}

/** Writes what happened during visits, without a look at the database. */
export class EventRecorder {
  readonly #batches: GroupCommit<Batch, undefined>;
  readonly #clock: () => number;
  readonly #jobAddedAt = new Map<string, number>();

  constructor(db: Database, clock: () => number) {
    this.#clock = clock;
    const limits = { ...gathering, atOnce: db.dialect.groupsAtOnce };
    this.#batches = new GroupCommit(limits, (batches) => this.#write(db, batches));
  }

  /** Resolved once durable. Events that are known already are ignored by their key. */
  record(ctx: Making, visits: readonly Visit[], events: readonly VisitEventRow[]): Promise<void> {
    return this.#batches.add(ctx.tenantId, { ctx, visits, rows: inRuns(events) });
  }

  async #write(db: Database, batches: readonly Batch[]): Promise<undefined[]> {
    // The requests may have begun long ago: the jobs of that time have run.
    const ctx = { ...(batches.at(-1) as Batch).ctx, now: this.#clock() };
    const needsJob = this.#needsJob(ctx);
    await db.transaction(async (tx) => {
      await Promise.all([...writeBatches(tx, batches), ...(needsJob ? addJobs(tx, ctx) : [])]);
    });
    if (needsJob) this.#jobAddedAt.set(ctx.tenantId, ctx.now);
    return [];
  }

  #needsJob({ tenantId, now }: Making): boolean {
    if (this.#jobAddedAt.size >= maxTenants) this.#jobAddedAt.clear();
    const addedAt = this.#jobAddedAt.get(tenantId);
    return addedAt === undefined || Math.abs(now - addedAt) >= sameJobMs;
  }
}

function writeBatches(tx: Transaction, batches: readonly Batch[]): Promise<unknown>[] {
  const { tenantId } = (batches[0] as Batch).ctx;
  const stored = batches.flatMap(({ rows }) => rows).sort(byKey);
  const rows = stored.map((row) => [tenantId, ...visitEventColumns.list(row)]);
  return [
    ...sqlRows(rows, { often: true }).map((rows) =>
      tx.run(sql`
        INSERT INTO visit_events (tenant_id, ${visitEventColumns.names}) VALUES ${rows}
        ON CONFLICT (tenant_id, visit_key, load_key, seq) DO NOTHING`),
    ),
    ...sqlRows(dueVisits(batches)).map((rows) =>
      // The first event of a visit gives it its identifiers; later ones make it due again.
      tx.run(sql`
        INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at) VALUES ${rows}
        ON CONFLICT (tenant_id, visit_key) DO UPDATE SET due_at = excluded.due_at + ${refreshMs}
        WHERE visits.due_at IS NULL OR visits.due_at > excluded.due_at + ${refreshMs}`),
    ),
  ];
}

/** A fixed order avoids deadlocks with others who write the same events. */
function byKey(one: StoredEventRow, other: StoredEventRow): number {
  if (one.visit_key !== other.visit_key) return one.visit_key < other.visit_key ? -1 : 1;
  if (one.load_key !== other.load_key) return one.load_key < other.load_key ? -1 : 1;
  return one.seq - other.seq;
}

/** Each visit once, because one statement can't change a row twice. A fixed order avoids deadlocks. */
function dueVisits(batches: readonly Batch[]) {
  const rows = new Map<string, ReturnType<typeof visitColumns.list>>();
  for (const { ctx, visits } of batches) {
    for (const visit of visits) {
      if (rows.has(visit.visitKey)) continue;
      rows.set(visit.visitKey, [ctx.tenantId, ...visitColumns.list(visitRow(ctx, visit)), ctx.now]);
    }
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

function addJobs(tx: Transaction, ctx: Making): Promise<unknown>[] {
  return [gatherMs, refreshMs + gatherMs].map((afterMs) => tx.write(enqueuedJob(ctx, computeVisitsJob, null, { afterMs })));
}
