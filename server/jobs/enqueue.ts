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
