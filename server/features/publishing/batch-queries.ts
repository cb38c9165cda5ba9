import { type VersionStatus, versionStatuses } from "../../../contract";
import type { Writing } from "../../context";
import { columns, integer, optionalInteger, type RowOf, text } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { sql } from "../../storage/sql";

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
});
export type BatchRow = RowOf<typeof batchColumns>;
const progress = batchColumns.only("total", "made", "walked_to", "walked_at");

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

export function findBatch(db: Reader, tenantId: string, batchId: string): Promise<BatchRow | undefined> {
  return db.first(sql`
    SELECT ${batchColumns.names} FROM version_batches
    WHERE tenant_id = ${tenantId} AND batch_id = ${batchId}`);
}

const ownColumns = batchColumns.of("b");

/** A batch and how many of its versions are in each state, read together so that they add up. */
export async function findBatchWithStates(
  db: Reader,
  tenantId: string,
  batchId: string,
): Promise<{ batch: BatchRow; states: Record<VersionStatus, number> } | undefined> {
  const rows = await db.all<BatchRow & { status: VersionStatus | null; versions: number }>(sql`
    SELECT ${ownColumns}, v.status, CAST(count(v.version_id) AS INTEGER) AS versions
    FROM version_batches b LEFT JOIN audience_versions v ON v.tenant_id = b.tenant_id AND v.batch_id = b.batch_id
    WHERE b.tenant_id = ${tenantId} AND b.batch_id = ${batchId} GROUP BY b.tenant_id, b.batch_id, v.status`);
  const [batch] = rows;
  if (!batch) return undefined;
  const counted = new Map(rows.map(({ status, versions }) => [status, versions]));
  const states = Object.fromEntries(versionStatuses.map((status) => [status, counted.get(status) ?? 0]));
  return { batch, states: states as Record<VersionStatus, number> };
}
