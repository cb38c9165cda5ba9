import type { Writing } from "../context";
import { columns, integer, optionalText, type RowOf, text } from "../storage/columns";
import type { Database, Reader, Transaction } from "../storage/port";
import { among, nothing, type Sql, sql } from "../storage/sql";
import { jobPriorities } from "./job";

const claimedColumns = columns({
  tenant_id: text,
  job_id: text,
  kind: text,
  payload: text,
  priority: integer,
  /** Claims so far, this one included. */
  attempts: integer,
  last_error: optionalText,
  /** Names this claim alone, so that an older claim of the same job changes nothing. */
  claimed_by: text,
});
export type ClaimedJob = RowOf<typeof claimedColumns>;

interface NewJob {
  tenantId: string;
  jobId: string;
  kind: string;
  payload: unknown;
  priority: number;
  dueAt: number;
  now: number;
}

export async function insertJob(tx: Transaction, job: NewJob, onConflict: Sql = nothing): Promise<void> {
  await tx.run(sql`
    INSERT INTO jobs (tenant_id, job_id, kind, payload, priority, due_at, attempts, claimed_by, last_error, dead_at, created_at)
    VALUES (${job.tenantId}, ${job.jobId}, ${job.kind}, ${JSON.stringify(job.payload)}, ${job.priority}, ${job.dueAt}, 0,
      NULL, NULL, NULL, ${job.now}) ${onConflict}`);
}

interface Claim {
  kinds: readonly string[];
  atMost: number;
  now: number;
  leaseMs: number;
  claimedBy: string;
}

/** Claims jobs of all tenants that are due, the more urgent first. A job whose lease has ended is due again. */
export function claimJobs(db: Database, claim: Claim): Promise<ClaimedJob[]> {
  return db.transaction(async (tx) => {
    const claimed: ClaimedJob[] = [];
    for (const priority of Object.values(jobPriorities)) {
      const atMost = claim.atMost - claimed.length;
      if (atMost > 0) claimed.push(...(await claimOfPriority(db, tx, priority, { ...claim, atMost })));
    }
    return claimed;
  });
}

/** Without MATERIALIZED, a plan that joins could choose other rows for each row it joins, and so claim too many. */
async function claimOfPriority(db: Database, tx: Transaction, priority: number, claim: Claim): Promise<ClaimedJob[]> {
  const { kinds, atMost, now, leaseMs, claimedBy } = claim;
  const rows = await tx.all<ClaimedJob>(sql`
    WITH due AS MATERIALIZED (
      SELECT tenant_id, job_id FROM jobs
      WHERE dead_at IS NULL AND priority = ${priority} AND due_at <= ${now} AND kind ${among(kinds)}
      ORDER BY due_at LIMIT ${atMost} ${db.dialect.skipLocked})
    UPDATE jobs SET due_at = ${now + leaseMs}, attempts = attempts + 1, claimed_by = ${claimedBy}
    WHERE (tenant_id, job_id) IN (SELECT tenant_id, job_id FROM due)
    RETURNING ${claimedColumns.names}`);
  return rows.sort((one, other) => (one.job_id < other.job_id ? -1 : 1));
}

/** When the next job of these kinds is due: one that waits, or one whose lease ends. */
export async function nextDueAt(db: Reader, kinds: readonly string[]): Promise<number | undefined> {
  const of = (priority: number) =>
    db.first<{ due_at: number }>(sql`
      SELECT due_at FROM jobs WHERE dead_at IS NULL AND priority = ${priority} AND kind ${among(kinds)}
      ORDER BY due_at LIMIT 1`);
  const found = await Promise.all(Object.values(jobPriorities).map(of));
  const moments = found.flatMap((row) => (row ? [row.due_at] : []));
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** The kinds of the first jobs that are due. */
export async function dueKinds(db: Reader, now: number, rows: number): Promise<Set<string>> {
  const of = (priority: number) =>
    db.all<{ kind: string }>(sql`
      SELECT kind FROM jobs WHERE dead_at IS NULL AND priority = ${priority} AND due_at <= ${now} ORDER BY due_at LIMIT ${rows}`);
  const found = await Promise.all(Object.values(jobPriorities).map(of));
  return new Set(found.flat().map(({ kind }) => kind));
}

type FencedWrite = Pick<Writing, "db" | "now">;

/** False when the lease has ended or another process has claimed the job. */
export async function renewLease({ db, now }: FencedWrite, job: ClaimedJob, leaseMs: number): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE jobs SET due_at = ${now + leaseMs}
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by} AND due_at > ${now}`);
  return changed === 1;
}

export async function removeJob({ db, now }: FencedWrite, job: ClaimedJob): Promise<boolean> {
  const changed = await db.run(sql`
    DELETE FROM jobs
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by} AND due_at > ${now}`);
  return changed === 1;
}

/** `attempts` 0 lets the job start from its first attempt again. */
export async function rescheduleJob(
  { db, now }: FencedWrite,
  job: ClaimedJob,
  next: { dueAt: number; attempts: number; error: string | null },
): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE jobs SET due_at = ${next.dueAt}, attempts = ${next.attempts}, last_error = ${next.error}, claimed_by = NULL
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by} AND due_at > ${now}`);
  return changed === 1;
}

export async function markJobDead({ db, now }: FencedWrite, job: ClaimedJob, error: string): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE jobs SET dead_at = ${now}, last_error = ${error}, claimed_by = NULL
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by} AND due_at > ${now}`);
  return changed === 1;
}

/** Undoes the claim. Works after the lease too, as long as no other process has claimed the job. */
export async function releaseJob({ db, now }: FencedWrite, job: ClaimedJob, reason = job.last_error): Promise<void> {
  await db.run(sql`
    UPDATE jobs SET due_at = ${now}, attempts = attempts - 1, last_error = ${reason}, claimed_by = NULL
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by}`);
}
