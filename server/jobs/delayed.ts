import type { Dialect } from "../storage/dialects";
import type { Database, Reader, Transaction } from "../storage/port";
import { among, type Sql, sql, statement } from "../storage/sql";
import { queueTransaction } from "./queue-transaction";

/** How many jobs one look makes ready. */
const jobsAtOnce = 500;
/** A job that began to wait later than this from now has seen the clock step back. */
const stepMs = 1_000;

/** Neither ready, nor claimed, nor dead. The condition of the indexes `jobs_delayed` and `jobs_delayed_from`. */
export const isDelayed = statement("ready = 0 AND claimed_by IS NULL AND dead_at IS NULL");

/** Makes delayed jobs ready whose time has come. True when there were some, and perhaps are more. */
export async function readyDueJobs(tx: Transaction, { now, skipLocked }: Dialect): Promise<boolean> {
  const some = sql`due_at <= ${now} ORDER BY due_at LIMIT ${jobsAtOnce} ${skipLocked}`;
  return (await changeSome(tx, sql`ready = 1`, some)) > 0;
}

/** After a step back of the clock, jobs wait their own delay from now, instead of the difference as well. */
export async function restartDelays(db: Database): Promise<void> {
  const { now, skipLocked } = db.dialect;
  const change = sql`due_at = due_at - waits_from + ${now}, waits_from = ${now}`;
  const some = sql`waits_from > ${now} + ${stepMs} ORDER BY waits_from LIMIT ${jobsAtOnce} ${skipLocked}`;
  while ((await queueTransaction(db, (tx) => changeSome(tx, change, some))) === jobsAtOnce);
}

/**
 * Finds the jobs first, and changes them by their keys: in one statement, a planner that believes the table to be empty would go
 * through all jobs. Returns how many were changed.
 */
async function changeSome(tx: Transaction, change: Sql, some: Sql): Promise<number> {
  const chosen = await tx.all<{ tenant_id: string; job_id: string }>(sql`
    SELECT tenant_id, job_id FROM jobs WHERE ${isDelayed} AND ${some}`);
  for (const [tenantId, jobs] of Map.groupBy(chosen, ({ tenant_id }) => tenant_id)) {
    const ids = jobs.map(({ job_id }) => job_id);
    await tx.run(sql`UPDATE jobs SET ${change} WHERE tenant_id = ${tenantId} AND job_id ${among(ids)}`);
  }
  return chosen.length;
}

/** How long until the next delayed job is due; undefined when there is none. */
export async function nextDueInMs(tx: Reader, { now }: Dialect): Promise<number | undefined> {
  const next = await tx.first<{ in_ms: number }>(sql`
    SELECT due_at - ${now} AS in_ms FROM jobs WHERE ${isDelayed} ORDER BY due_at LIMIT 1`);
  return next?.in_ms;
}
