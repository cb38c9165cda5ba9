import { columns, integer, optionalInteger, optionalText, type RowOf, text } from "../storage/columns";
import type { Dialect } from "../storage/dialects";
import type { Database, Reader, Transaction } from "../storage/port";
import { sql } from "../storage/sql";
import { isDelayed } from "./delayed";
import { jobsChannel } from "./job";
import { type Lane, lanes } from "./lanes";

const listedColumns = columns({
  tenant_id: text,
  job_id: text,
  kind: text,
  lane: text,
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

/** The jobs of all tenants: those that run, those that are ready, and those that wait for their time. */
export async function nextJobs(db: Reader, limit: number): Promise<ListedJob[]> {
  const running = db.all<ListedJob>(sql`
    SELECT ${listedColumns.names} FROM jobs WHERE claimed_by IS NOT NULL ORDER BY due_at LIMIT ${limit}`);
  const readyIn = (lane: Lane) =>
    db.all<ListedJob>(sql`
      SELECT ${listedColumns.names} FROM jobs WHERE ready = 1 AND lane = ${lane} ORDER BY tenant_id, due_at, job_id LIMIT ${limit}`);
  const delayed = db.all<ListedJob>(sql`
    SELECT ${listedColumns.names} FROM jobs WHERE ${isDelayed} ORDER BY due_at LIMIT ${limit}`);
  return (await Promise.all([running, ...lanes.map(readyIn), delayed])).flat().slice(0, limit);
}

/** Makes a dead letter ready again, from its first attempt on. False when there is none of that name. */
export function retryDeadJob(db: Database, jobId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await tx.first<{ tenant_id: string }>(sql`
      SELECT tenant_id FROM jobs WHERE dead_at IS NOT NULL AND job_id = ${jobId} ${db.dialect.forUpdate}`);
    if (!job) return false;
    await makeReadyAgain(tx, db.dialect, job.tenant_id, jobId);
    return true;
  });
}

/** Of a dead letter that the transaction has locked. */
export async function makeReadyAgain(tx: Transaction, dialect: Dialect, tenantId: string, jobId: string): Promise<void> {
  await tx.run(sql`
    UPDATE jobs SET dead_at = NULL, ready = 1, due_at = ${dialect.now}, attempts = 0
    WHERE tenant_id = ${tenantId} AND job_id = ${jobId}`);
  tx.wake(jobsChannel);
}
