import type { Making, Writing } from "../context";
import { enqueuedJob, enqueueJob } from "../jobs/enqueue";
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

const usualTextLength = 64;

/**
 * In the change's own transaction, so that a record is found at once. Its text is searched in `search_pending` until a job puts it
 * into a block: a change costs one row.
 */
export async function indexRecords(ctx: Writing, kind: SearchKind, records: readonly SearchRecord[]): Promise<void> {
  const rows = records.map(({ key, text, labels }) => [ctx.tenantId, kind, key, joinLabels(labels), text, 1]);
  await Promise.all([
    ...sqlRows(rows).map((some) =>
      ctx.db.run(sql`
        INSERT INTO search_pending (tenant_id, kind, record_key, labels, text, is_folded) VALUES ${some}
        ON CONFLICT (tenant_id, kind, record_key) DO UPDATE
        SET labels = excluded.labels, text = excluded.text, is_folded = excluded.is_folded`),
    ),
    isJobDue(records) ? enqueueJob(ctx, addToBlocksJob, { kind }) : undefined,
  ]);
}

/** The same for a new record, as part of a larger write. */
export function recordWrites(ctx: Making, kind: SearchKind, record: SearchRecord): Write[] {
  const insert = sql`
    INSERT INTO search_pending (tenant_id, kind, record_key, labels, text, is_folded)
    VALUES (${ctx.tenantId}, ${kind}, ${record.key}, ${joinLabels(record.labels)}, ${record.text}, ${1})`;
  return isJobDue([record]) ? [{ insert }, enqueuedJob(ctx, addToBlocksJob, { kind })] : [{ insert }];
}

/** At random, about once for as many records as a job takes: so few records wait, and nobody has to count them. */
function isJobDue(records: readonly SearchRecord[]): boolean {
  const length = records.reduce((sum, { text }) => sum + usualTextLength + text.length, 0);
  return Math.random() * 2 * usualTextLength * recordsAtOnce < length;
}

interface RemovedRow {
  labels: string;
  text: string;
  spot: string;
}

/** Removes every trace of their texts. */
export async function removeRecords(ctx: Writing, kind: SearchKind, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { db, tenantId } = ctx;
  // Before any row is locked, like the job that fills blocks: a fixed order avoids deadlocks.
  await db.lock(blocksLock(ctx, kind));
  const [rows] = await Promise.all([
    db.all<RemovedRow>(sql`
      DELETE FROM search_records WHERE tenant_id = ${tenantId} AND kind = ${kind} AND record_key ${among(keys)}
      RETURNING labels, text, spot`),
    db.run(sql`DELETE FROM search_pending WHERE tenant_id = ${tenantId} AND kind = ${kind} AND record_key ${among(keys)}`),
  ]);
  const changes = rows.map((row) => ({ ...parseSpot(row.spot), before: lineOf(row), after: null }));
  for (const [block, some] of Map.groupBy(changes, (change) => change.block)) await changeBlock(ctx, kind, block, some);
}
