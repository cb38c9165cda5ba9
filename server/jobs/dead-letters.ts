import type { Database, Reader } from "../storage/port";
import { sql } from "../storage/sql";
import { jobPriorities, jobsChannel } from "./enqueue";

/** A job as it is shown to an operator. */
export interface ListedJob {
  tenant_id: string;
  job_id: string;
  kind: string;
  attempts: number;
  due_at: number;
  claimed_by: string | null;
  last_error: string | null;
  dead_at: number | null;
}

/** Of all tenants, those that died last first. */
export function newestDeadJobs(db: Reader, limit: number): Promise<ListedJob[]> {
  return db.all(sql`
    SELECT tenant_id, job_id, kind, attempts, due_at, claimed_by, last_error, dead_at
    FROM jobs WHERE dead_at IS NOT NULL ORDER BY dead_at DESC LIMIT ${limit}`);
}

/** Of all tenants, in the order they are claimed. */
export async function nextJobs(db: Reader, limit: number): Promise<ListedJob[]> {
  const of = (priority: number) =>
    db.all<ListedJob>(sql`
      SELECT tenant_id, job_id, kind, attempts, due_at, claimed_by, last_error, dead_at
      FROM jobs WHERE dead_at IS NULL AND priority = ${priority} ORDER BY due_at LIMIT ${limit}`);
  return (await Promise.all(Object.values(jobPriorities).map(of))).flat().slice(0, limit);
}

/** From its first attempt on. False when there is no such dead letter. */
export function retryDeadJob(db: Database, jobId: string, now: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await tx.first<{ tenant_id: string }>(sql`
      SELECT tenant_id FROM jobs WHERE dead_at IS NOT NULL AND job_id = ${jobId} ${db.dialect.forUpdate}`);
    if (!job) return false;
    await tx.run(sql`
      UPDATE jobs SET dead_at = NULL, due_at = ${now}, attempts = 0
      WHERE tenant_id = ${job.tenant_id} AND job_id = ${jobId}`);
    tx.nudge(jobsChannel);
    return true;
  });
}
