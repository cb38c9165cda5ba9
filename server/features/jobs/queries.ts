import { type FailedJob, toTimestamp } from "../../../contract";
import type { Reading } from "../../context";
import { columns, integer, optionalText, type RowOf, text } from "../../storage/columns";
import { nothing, type Sql, sql, type Value } from "../../storage/sql";

const failedColumns = columns({
  job_id: text,
  kind: text,
  attempts: integer,
  last_error: optionalText,
  created_at: integer,
  dead_at: integer,
});
type FailedRow = RowOf<typeof failedColumns>;

export function toFailedJob(row: FailedRow): FailedJob {
  return {
    jobId: row.job_id,
    kind: row.kind,
    attempts: row.attempts,
    error: row.last_error,
    createdAt: toTimestamp(row.created_at),
    failedAt: toTimestamp(row.dead_at),
  };
}

export function failedFilter({ tenantId }: Pick<Reading, "tenantId">): Sql {
  return sql`tenant_id = ${tenantId} AND dead_at IS NOT NULL`;
}

export function newestFailed(ctx: Reading, position: Value[] | undefined, limit: number): Promise<FailedRow[]> {
  const [failedAt, jobId] = (position ?? []) as [number, string];
  return ctx.db.all(sql`
    SELECT ${failedColumns.names} FROM jobs WHERE ${failedFilter(ctx)}
    ${position === undefined ? nothing : sql`AND (dead_at, job_id) < (${failedAt}, ${jobId})`}
    ORDER BY dead_at DESC, job_id DESC LIMIT ${limit}`);
}

export function findFailed(ctx: Reading, jobId: string, lock: Sql): Promise<FailedRow | undefined> {
  return ctx.db.first(sql`SELECT ${failedColumns.names} FROM jobs WHERE ${failedFilter(ctx)} AND job_id = ${jobId} ${lock}`);
}
