import { columns, integer, optionalInteger, optionalText, type RowOf, text } from "../storage/columns";
import type { Database, Reader } from "../storage/port";
import { sql } from "../storage/sql";
import { jobPriorities, jobsChannel } from "./job";

const listedColumns = columns({
  tenant_id: text,
  job_id: text,
  kind: text,
  attempts: integer,
  due_at: integer,
  claimed_by: optionalText,
  last_error: optionalText,
  dead_at: optionalInteger,
});
/** A job as it is shown to an operator. */
export type ListedJob = RowOf<typeof listedColumns>;

/** The dead letters of all tenants, newest first. */
export function newestDeadJobs(db: Reader, limit: number): Promise<ListedJob[]> {
  return db.all(sql`
    SELECT ${listedColumns.names}
    FROM jobs WHERE dead_at IS NOT NULL ORDER BY dead_at DESC LIMIT ${limit}`);
}

/** The jobs of all tenants, in the order in which they are claimed. */
export async function nextJobs(db: Reader, limit: number): Promise<ListedJob[]> {
  const of = (priority: number) =>
    db.all<ListedJob>(sql`
      SELECT ${listedColumns.names}
      FROM jobs WHERE dead_at IS NULL AND priority = ${priority} ORDER BY due_at LIMIT ${limit}`);
  return (await Promise.all(Object.values(jobPriorities).map(of))).flat().slice(0, limit);
}

/** Makes a dead letter due again, from its first attempt on. False when there is none of that name. */
export function retryDeadJob(db: Database, jobId: string, now: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await tx.first<{ tenant_id: string }>(sql`
      SELECT tenant_id FROM jobs WHERE dead_at IS NOT NULL AND job_id = ${jobId} ${db.dialect.forUpdate}`);
    if (!job) return false;
    await tx.run(sql`
      UPDATE jobs SET dead_at = NULL, due_at = ${now}, attempts = 0
      WHERE tenant_id = ${job.tenant_id} AND job_id = ${jobId}`);
    tx.wake(jobsChannel);
    return true;
  });
}
