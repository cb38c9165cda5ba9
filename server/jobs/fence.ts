import type { Writing } from "../context";
import { sql } from "../storage/sql";
import type { ClaimedJob } from "./claim";

type FencedWrite = Pick<Writing, "db" | "dialect">;

/** Each is false when the job has been claimed by another process, or is gone. Until the commit nobody else can claim it. */
export async function renewLease({ db }: FencedWrite, job: ClaimedJob): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE jobs SET renewals = renewals + 1
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by}`);
  return changed === 1;
}

export async function removeJob({ db }: FencedWrite, job: ClaimedJob): Promise<boolean> {
  const changed = await db.run(sql`
    DELETE FROM jobs WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by}`);
  return changed === 1;
}

/** `attempts` 0 lets the job start from its first attempt again. */
export async function rescheduleJob(
  { db, dialect }: FencedWrite,
  job: ClaimedJob,
  next: { afterMs: number; attempts: number; error: string | null },
): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE jobs SET waits_from = ${dialect.now}, due_at = ${dialect.now} + ${next.afterMs}, attempts = ${next.attempts},
      last_error = ${next.error}, claimed_by = NULL
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by}`);
  return changed === 1;
}

export async function markJobDead({ db, now }: Pick<Writing, "db" | "now">, job: ClaimedJob, error: string): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE jobs SET dead_at = ${now}, last_error = ${error}, claimed_by = NULL
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by}`);
  return changed === 1;
}

/** Undoes the claim. */
export async function releaseJob({ db }: Pick<Writing, "db">, job: ClaimedJob, reason = job.last_error): Promise<void> {
  await db.run(sql`
    UPDATE jobs SET ready = 1, attempts = attempts - 1, last_error = ${reason}, claimed_by = NULL
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by}`);
}
