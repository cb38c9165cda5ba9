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

/** With how many of its versions are in each state, of one moment: asked apart, the two would not add up. */
export async function findBatchWithStates(
  db: Reader,
  tenantId: string,
  batchId: string,
): Promise<{ batch: BatchRow; states: Record<VersionStatus, number> } | undefined> {
  const rows = await db.all<BatchRow & { status: VersionStatus | null; versions: number }>(sql`
    SELECT b.batch_id, page_id, total, made, walked_to, walked_at, b.created_at, v.status, CAST(count(v.version_id) AS INTEGER) AS versions
    FROM version_batches b LEFT JOIN audience_versions v ON v.tenant_id = b.tenant_id AND v.batch_id = b.batch_id
    WHERE b.tenant_id = ${tenantId} AND b.batch_id = ${batchId} GROUP BY b.tenant_id, b.batch_id, v.status`);
  const [batch] = rows;
  if (!batch) return undefined;
  const counted = new Map(rows.map(({ status, versions }) => [status, versions]));
  const states = Object.fromEntries(versionStatuses.map((status) => [status, counted.get(status) ?? 0]));
  return { batch, states: states as Record<VersionStatus, number> };
}
