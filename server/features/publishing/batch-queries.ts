import { toOptionalTimestamp, toTimestamp, type VersionBatch, type VersionStatus, versionStatuses } from "../../../contract";
import type { Reading, Writing } from "../../context";
import { columns, integer, optionalInteger, type RowOf, text } from "../../storage/columns";
import { addToCounters } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { among, nothing, sql, type Value } from "../../storage/sql";
import type { VersionRow } from "../versions";

const batchColumns = columns({
  batch_id: text,
  page_id: text,
  /** The number of audiences when it started; the number of versions made once it is done. */
  total: integer,
  made: integer,
  /** The last audience that got a version. */
  walked_to: text,
  walked_at: optionalInteger,
  created_at: integer,
  /** Audiences that got no version, because the batch ended before their turn. */
  not_made: integer,
  cancelled_at: optionalInteger,
});
export type BatchRow = RowOf<typeof batchColumns>;
const progress = batchColumns.only("total", "made", "walked_to", "walked_at", "not_made", "cancelled_at");

export async function insertBatch(ctx: Writing, row: BatchRow): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO version_batches (tenant_id, ${batchColumns.names})
    VALUES (${ctx.tenantId}, ${batchColumns.values(row)})`);
}

export async function updateBatch(ctx: Writing, row: BatchRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE version_batches SET ${progress.assignments(row)}
    WHERE tenant_id = ${ctx.tenantId} AND batch_id = ${row.batch_id}`);
}

/** The batch with the versions made so far, after which none is added. */
export function endedEarly(batch: BatchRow, now: number): BatchRow {
  const { total, made, not_made, walked_at } = batch;
  return { ...batch, total: made, not_made: not_made + total - made, walked_at: walked_at ?? now };
}

export function findBatch(db: Reader, tenantId: string, batchId: string): Promise<BatchRow | undefined> {
  return db.first(sql`
    SELECT ${batchColumns.names} FROM version_batches
    WHERE tenant_id = ${tenantId} AND batch_id = ${batchId}`);
}

/** Locks the row until the end of the transaction. */
export function findBatchToChange(ctx: Writing, batchId: string): Promise<BatchRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${batchColumns.names} FROM version_batches
    WHERE tenant_id = ${ctx.tenantId} AND batch_id = ${batchId} ${ctx.dialect.forUpdate}`);
}

export function newestBatches(
  { db, tenantId }: Pick<Reading, "db" | "tenantId">,
  pageId: string,
  position: Value[] | undefined,
  limit: number,
): Promise<BatchRow[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND batch_id < ${last}`;
  return db.all(sql`
    SELECT ${batchColumns.names} FROM version_batches
    WHERE tenant_id = ${tenantId} AND page_id = ${pageId} ${before} ORDER BY batch_id DESC LIMIT ${limit}`);
}

/** The newest batch of a page, if it is not done. */
export async function runningBatch(ctx: Pick<Reading, "db" | "tenantId">, pageId: string): Promise<string | null> {
  const [newest] = await newestBatches(ctx, pageId, undefined, 1);
  const found = newest && (await findBatchWithStates(ctx.db, ctx.tenantId, newest.batch_id));
  return found && !toBatch(found).done ? found.batch.batch_id : null;
}

interface BatchWithStates {
  batch: BatchRow;
  states: Record<VersionStatus, number>;
}

export function toBatch({ batch, states }: BatchWithStates): VersionBatch {
  const waiting = states.pending + states.queued + states.processing;
  return {
    batchId: batch.batch_id,
    pageId: batch.page_id,
    total: batch.total,
    done: batch.walked_at !== null && waiting === 0,
    states: { ...states, queued: states.queued + Math.max(0, batch.total - batch.made) },
    notMade: batch.not_made,
    createdAt: toTimestamp(batch.created_at),
    cancelledAt: toOptionalTimestamp(batch.cancelled_at),
  };
}

const ownColumns = batchColumns.of("b");

/** A batch and how many of its versions are in each state, read together so that they add up. */
export async function findBatchWithStates(db: Reader, tenantId: string, batchId: string): Promise<BatchWithStates | undefined> {
  const counters = versionStatuses.map((status) => counterOf(batchId, status));
  const rows = await db.all<BatchRow & { name: string | null; versions: number }>(sql`
    SELECT ${ownColumns}, c.name, CAST(coalesce(sum(c.value), 0) AS INTEGER) AS versions
    FROM version_batches b LEFT JOIN counters c ON c.tenant_id = b.tenant_id AND c.name ${among(counters)}
    WHERE b.tenant_id = ${tenantId} AND b.batch_id = ${batchId} GROUP BY b.tenant_id, b.batch_id, c.name`);
  const [batch] = rows;
  if (!batch) return undefined;
  const counted = new Map(rows.map(({ name, versions }) => [name, versions]));
  const states = versionStatuses.map((status) => [status, counted.get(counterOf(batchId, status)) ?? 0]);
  return { batch, states: Object.fromEntries(states) as Record<VersionStatus, number> };
}

/** Few, because every batch has its own. */
const counterSlots = 8;

function counterOf(batchId: string, status: VersionStatus): string {
  return `batch ${batchId} ${status}`;
}

/** Changes of the number of versions in each state, for every batch that they belong to. */
export class BatchCounts {
  readonly #changes = new Map<string, number>();

  add({ batch_id, status }: VersionRow, by: number): void {
    if (batch_id === null) return;
    const counter = counterOf(batch_id, status);
    this.#changes.set(counter, (this.#changes.get(counter) ?? 0) + by);
  }

  /** Last in a transaction, because others wait for it to end. */
  save({ db, dialect, tenantId }: Writing): Promise<void> {
    return addToCounters(db, dialect, tenantId, this.#changes, counterSlots);
  }
}
