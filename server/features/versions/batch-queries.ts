import { type VersionStatus, versionStatuses } from "../../../contract";
import type { Writing } from "../../context";
import type { Reader } from "../../storage/port";
import { sql } from "../../storage/sql";

export interface BatchRow {
  batch_id: string;
  page_id: string;
  /** Audiences it is for; once it has walked through all of them, those it found. */
  total: number;
  made: number;
  /** The last audience that has its version. */
  walked_to: string;
  walked_at: number | null;
  created_at: number;
}

export async function insertBatch(ctx: Writing, row: BatchRow): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO version_batches (tenant_id, batch_id, page_id, total, made, walked_to, walked_at, created_at)
    VALUES (${ctx.tenantId}, ${row.batch_id}, ${row.page_id}, ${row.total}, ${row.made}, ${row.walked_to}, ${row.walked_at}, ${row.created_at})`);
}

export async function updateBatch(ctx: Writing, row: BatchRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE version_batches SET total = ${row.total}, made = ${row.made}, walked_to = ${row.walked_to}, walked_at = ${row.walked_at}
    WHERE tenant_id = ${ctx.tenantId} AND batch_id = ${row.batch_id}`);
}

export function findBatch(db: Reader, tenantId: string, batchId: string): Promise<BatchRow | undefined> {
  return db.first(sql`
    SELECT batch_id, page_id, total, made, walked_to, walked_at, created_at FROM version_batches
    WHERE tenant_id = ${tenantId} AND batch_id = ${batchId}`);
}

export async function batchStates(db: Reader, tenantId: string, batchId: string): Promise<Record<VersionStatus, number>> {
  const rows = await db.all<{ status: VersionStatus; count: number }>(sql`
    SELECT status, CAST(count(*) AS INTEGER) AS count FROM audience_versions
    WHERE tenant_id = ${tenantId} AND batch_id = ${batchId} GROUP BY status`);
  const counted = new Map(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(versionStatuses.map((status) => [status, counted.get(status) ?? 0])) as Record<VersionStatus, number>;
}
