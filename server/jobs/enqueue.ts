import type { Making, Writing } from "../context";
import type { Dialect } from "../storage/dialects";
import type { Transaction, Write } from "../storage/port";
import { nothing, type Sql, sql } from "../storage/sql";
import { type JobType, jobsChannel } from "./job";

interface Options {
  /** Runs it after this time at the earliest. */
  afterMs?: number;
}

/** Enqueues in the change's own transaction: the job exists if and only if the change does. Returns the job's identifier. */
export async function enqueueJob<Payload>(
  ctx: Writing,
  type: JobType<Payload>,
  payload: Payload,
  { afterMs = 0 }: Options = {},
): Promise<string> {
  const jobId = ctx.newId("job");
  ctx.db.wake(jobsChannel);
  await insertJob(ctx.db, ctx.dialect, { tenantId: ctx.tenantId, jobId, type, payload: payload ?? null, afterMs, now: ctx.now });
  return jobId;
}

/**
 * For work of which one job at a time is enough. An existing job that waits becomes ready at once. One that is running can't end
 * before this transaction is committed, and so sees its changes.
 */
export async function enqueueOnce<Payload>(
  ctx: Writing,
  type: JobType<Payload>,
  jobId: string,
  payload: Payload,
  { afterMs = 0 }: Options = {},
): Promise<void> {
  ctx.db.wake(jobsChannel);
  const job = { tenantId: ctx.tenantId, jobId, type, payload: payload ?? null, afterMs, now: ctx.now };
  await insertJob(
    ctx.db,
    ctx.dialect,
    job,
    sql`ON CONFLICT (tenant_id, job_id) DO UPDATE SET
      ready = CASE WHEN jobs.claimed_by IS NULL AND excluded.ready = 1 THEN 1 ELSE jobs.ready END,
      attempts = CASE WHEN jobs.dead_at IS NULL THEN jobs.attempts ELSE 0 END, dead_at = NULL`,
  );
}

/** As part of a change that is one write. Nobody is woken: runners find it within a second. */
export function enqueuedJob<Payload>(
  ctx: Making,
  type: JobType<Payload>,
  payload: Payload,
  { afterMs = 0 }: Options = {},
): Write {
  const { tenantId, dialect, now } = ctx;
  return { insert: jobInsert(dialect, { tenantId, jobId: ctx.newId("job"), type, payload: payload ?? null, afterMs, now }) };
}

interface NewJob {
  tenantId: string;
  jobId: string;
  type: JobType<never>;
  payload: unknown;
  afterMs: number;
  now: number;
}

export async function insertJob(tx: Transaction, dialect: Dialect, job: NewJob, onConflict: Sql = nothing): Promise<void> {
  await tx.run(jobInsert(dialect, job, onConflict));
}

/** The time to wait is counted by the database's clock: that of this process may be wrong. */
function jobInsert(dialect: Dialect, job: NewJob, onConflict: Sql = nothing): Sql {
  const { tenantId, jobId, type, payload, afterMs } = job;
  return sql`
    INSERT INTO jobs (tenant_id, job_id, kind, lane, payload, ready, waits_from, due_at, attempts, renewals, created_at)
    VALUES (${tenantId}, ${jobId}, ${type.name}, ${type.lane}, ${JSON.stringify(payload)}, ${afterMs > 0 ? 0 : 1},
      ${dialect.now}, ${dialect.now} + ${afterMs}, 0, 0, ${job.now}) ${onConflict}`;
}
