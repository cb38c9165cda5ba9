import type { Writing } from "../context";
import type { Database, Reader, Transaction } from "../storage/port";
import { among, sql } from "../storage/sql";
import { jobPriorities } from "./enqueue";

/** A claimed job. */
export interface JobRow {
  tenant_id: string;
  job_id: string;
  kind: string;
  payload: string;
  priority: number;
  /** Claims so far, this one included. */
  attempts: number;
  last_error: string | null;
  /** Of this claim alone: the fence. */
  claimed_by: string;
}

interface Claim {
  kinds: readonly string[];
  atMost: number;
  now: number;
  leaseMs: number;
  claimedBy: string;
}

/** Those that are due, whoever's they are: what somebody waits for first. A job whose lease has ended is due again. */
export function claimJobs(db: Database, claim: Claim): Promise<JobRow[]> {
  return db.transaction(async (tx) => {
    const claimed: JobRow[] = [];
    for (const priority of Object.values(jobPriorities)) {
      const atMost = claim.atMost - claimed.length;
      if (atMost > 0) claimed.push(...(await claimOfPriority(db, tx, priority, { ...claim, atMost })));
    }
    return claimed;
  });
}

/** Materialized: planned into a join, the rows to take could be chosen anew for each row of it. */
async function claimOfPriority(db: Database, tx: Transaction, priority: number, claim: Claim): Promise<JobRow[]> {
  const { kinds, atMost, now, leaseMs, claimedBy } = claim;
  const rows = await tx.all<JobRow>(sql`
    WITH due AS MATERIALIZED (
      SELECT tenant_id, job_id FROM jobs
      WHERE dead_at IS NULL AND priority = ${priority} AND due_at <= ${now} AND kind ${among(kinds)}
      ORDER BY due_at LIMIT ${atMost} ${db.dialect.skipLocked})
    UPDATE jobs SET due_at = ${now + leaseMs}, attempts = attempts + 1, claimed_by = ${claimedBy}
    WHERE (tenant_id, job_id) IN (SELECT tenant_id, job_id FROM due)
    RETURNING tenant_id, job_id, kind, payload, priority, attempts, last_error, claimed_by`);
  return rows.sort((one, other) => (one.job_id < other.job_id ? -1 : 1));
}

/** When the next of these kinds is due, be it waiting or at the end of its lease. */
export async function nextDueAt(db: Reader, kinds: readonly string[]): Promise<number | undefined> {
  const of = (priority: number) =>
    db.first<{ due_at: number }>(sql`
      SELECT due_at FROM jobs WHERE dead_at IS NULL AND priority = ${priority} AND kind ${among(kinds)}
      ORDER BY due_at LIMIT 1`);
  const found = await Promise.all(Object.values(jobPriorities).map(of));
  const moments = found.flatMap((row) => (row ? [row.due_at] : []));
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** Kinds among the first that are due. */
export async function dueKinds(db: Reader, now: number, rows: number): Promise<Set<string>> {
  const of = (priority: number) =>
    db.all<{ kind: string }>(sql`
      SELECT kind FROM jobs WHERE dead_at IS NULL AND priority = ${priority} AND due_at <= ${now} ORDER BY due_at LIMIT ${rows}`);
  const found = await Promise.all(Object.values(jobPriorities).map(of));
  return new Set(found.flat().map(({ kind }) => kind));
}

type Held = Pick<Writing, "db" | "now">;

/** False when the lease has ended, or another has the job. */
export async function renewLease({ db, now }: Held, job: JobRow, leaseMs: number): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE jobs SET due_at = ${now + leaseMs}
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by} AND due_at > ${now}`);
  return changed === 1;
}

export async function removeJob({ db, now }: Held, job: JobRow): Promise<boolean> {
  const changed = await db.run(sql`
    DELETE FROM jobs
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by} AND due_at > ${now}`);
  return changed === 1;
}

/** Claimed by nobody, and due then; from its first attempt on when `attempts` is 0. */
export async function rescheduleJob(
  { db, now }: Held,
  job: JobRow,
  next: { dueAt: number; attempts: number; error: string | null },
): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE jobs SET due_at = ${next.dueAt}, attempts = ${next.attempts}, last_error = ${next.error}, claimed_by = NULL
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by} AND due_at > ${now}`);
  return changed === 1;
}

export async function buryJob({ db, now }: Held, job: JobRow, error: string): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE jobs SET dead_at = ${now}, last_error = ${error}, claimed_by = NULL
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by} AND due_at > ${now}`);
  return changed === 1;
}

/** As if it had not been claimed: also after its lease, for as long as nobody else has claimed it. */
export async function releaseJob({ db, now }: Held, job: JobRow, reason = job.last_error): Promise<void> {
  await db.run(sql`
    UPDATE jobs SET due_at = ${now}, attempts = attempts - 1, last_error = ${reason}, claimed_by = NULL
    WHERE tenant_id = ${job.tenant_id} AND job_id = ${job.job_id} AND claimed_by = ${job.claimed_by}`);
}
