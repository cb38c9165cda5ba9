import type { Dialect } from "../storage/dialects";
import type { Database, Reader, Transaction } from "../storage/port";
import { type Sql, sql, statement } from "../storage/sql";
import { queueTransaction } from "./queue-transaction";

/** How many jobs one look makes ready. */
const jobsAtOnce = 500;
/** A job that began to wait later than this from now has seen the clock step back. */
const stepMs = 1_000;

/** Neither ready, nor claimed, nor dead. The condition of the indexes `jobs_delayed` and `jobs_delayed_from`. */
export const isDelayed = statement("ready = 0 AND claimed_by IS NULL AND dead_at IS NULL");

/** Makes delayed jobs ready whose time has come. True when there may be more. */
export async function readyDueJobs(tx: Transaction, { now, skipLocked }: Dialect): Promise<boolean> {
  const some = sql`due_at <= ${now} ORDER BY due_at LIMIT ${jobsAtOnce} ${skipLocked}`;
  return (await changeSome(tx, sql`ready = 1`, some)) === jobsAtOnce;
}

/** After a step back of the clock, jobs wait their own delay from now, instead of the difference as well. */
export async function restartDelays(db: Database): Promise<void> {
  const { now, skipLocked } = db.dialect;
  const change = sql`due_at = due_at - waits_from + ${now}, waits_from = ${now}`;
  const some = sql`waits_from > ${now} + ${stepMs} ORDER BY waits_from LIMIT ${jobsAtOnce} ${skipLocked}`;
  while ((await queueTransaction(db, (tx) => changeSome(tx, change, some))) === jobsAtOnce);
}

/** Without MATERIALIZED, a plan that joins could choose other rows for each row it joins, and so change too many. */
function changeSome(tx: Transaction, change: Sql, some: Sql): Promise<number> {
  return tx.run(sql`
    WITH chosen AS MATERIALIZED (SELECT tenant_id, job_id FROM jobs WHERE ${isDelayed} AND ${some})
    UPDATE jobs SET ${change} WHERE (tenant_id, job_id) IN (SELECT tenant_id, job_id FROM chosen)`);
}

/** How long until the next delayed job is due; undefined when there is none. */
export async function nextDueInMs(tx: Reader, { now }: Dialect): Promise<number | undefined> {
  const next = await tx.first<{ in_ms: number }>(sql`
    SELECT due_at - ${now} AS in_ms FROM jobs WHERE ${isDelayed} ORDER BY due_at LIMIT 1`);
  return next?.in_ms;
}
