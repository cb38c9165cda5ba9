import type { Making, Writing } from "../context";
import { enqueuedJob, enqueueJob } from "../jobs/enqueue";
import { columns, integer, type RowOf, text } from "../storage/columns";
import type { Write } from "../storage/port";
import { among, sql, sqlRows } from "../storage/sql";
import { blocksLock, changeBlock, parseSpot } from "./block";
import { addToBlocksJob, recordsAtOnce } from "./jobs";
import { joinLabels, lineOf } from "./text";

/** What is searched. */
export type SearchKind = "accounts" | "assets" | "audiences" | "pages" | "persons" | "trash";

export interface SearchRecord {
  /** Unique, and in the order of the list backwards: the newest has the highest. */
  key: string;
  /** From `searchableText`. */
  text: string;
  labels?: readonly string[];
}

/** A record that waits until it is put into a block. */
export const pendingColumns = columns({
  record_key: text,
  labels: text,
  text,
  /** 0 for rows that a migration has written. */
  is_folded: integer,
});
const waiting = pendingColumns.without("record_key");

/** A record and its spot in a block. */
export const placedColumns = columns({ record_key: text, labels: text, text, spot: text });
const removed = placedColumns.without("record_key");

const usualTextLength = 64;

/**
 * In the change's own transaction, so that a record is found at once. Its text is searched in `search_pending` until a job puts it
 * into a block: a change costs one row.
 */
export async function indexRecords(ctx: Writing, kind: SearchKind, records: readonly SearchRecord[]): Promise<void> {
  const rows = records.map((record) => [ctx.tenantId, kind, ...pendingColumns.list(toPending(record))]);
  await Promise.all([
    ...sqlRows(rows).map((some) =>
      ctx.db.run(sql`
        INSERT INTO search_pending (tenant_id, kind, ${pendingColumns.names}) VALUES ${some}
        ON CONFLICT (tenant_id, kind, record_key) DO UPDATE SET ${waiting.excluded}`),
    ),
    isJobDue(records) ? enqueueJob(ctx, addToBlocksJob, { kind }) : undefined,
  ]);
}

/** The same for a new record, as part of a larger write. */
export function recordWrites(ctx: Making, kind: SearchKind, record: SearchRecord): Write[] {
  const insert = sql`
    INSERT INTO search_pending (tenant_id, kind, ${pendingColumns.names})
    VALUES (${ctx.tenantId}, ${kind}, ${pendingColumns.values(toPending(record))})`;
  return isJobDue([record]) ? [{ insert }, enqueuedJob(ctx, addToBlocksJob, { kind })] : [{ insert }];
}

function toPending({ key, text, labels }: SearchRecord): RowOf<typeof pendingColumns> {
  return { record_key: key, labels: joinLabels(labels), text, is_folded: 1 };
}

/** At random, about once for as many records as a job takes: so few records wait, and nobody has to count them. */
function isJobDue(records: readonly SearchRecord[]): boolean {
  const length = records.reduce((sum, { text }) => sum + usualTextLength + text.length, 0);
  return Math.random() * 2 * usualTextLength * recordsAtOnce < length;
}

/** Removes every trace of their texts. */
export async function removeRecords(ctx: Writing, kind: SearchKind, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { db, tenantId } = ctx;
  // Before any row is locked, like the job that fills blocks: a fixed order avoids deadlocks.
  await db.lock(blocksLock(ctx, kind));
  const [rows] = await Promise.all([
    db.all<RowOf<typeof removed>>(sql`
      DELETE FROM search_records WHERE tenant_id = ${tenantId} AND kind = ${kind} AND record_key ${among(keys)}
      RETURNING ${removed.names}`),
    db.run(sql`DELETE FROM search_pending WHERE tenant_id = ${tenantId} AND kind = ${kind} AND record_key ${among(keys)}`),
  ]);
  const changes = rows.map((row) => ({ ...parseSpot(row.spot), before: lineOf(row), after: null }));
  for (const [block, some] of Map.groupBy(changes, (change) => change.block)) await changeBlock(ctx, kind, block, some);
}
