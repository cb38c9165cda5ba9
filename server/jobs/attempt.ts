import type { Site, Writing } from "../context";
import type { IdPrefix } from "../records/ids";
import { tenantIdentifier } from "../records/tenant-ids";
import { type Database, Unavailable } from "../storage/port";
import type { Log } from "../telemetry/log";
import { withoutEmails } from "../texts/without-emails";
import type { ClaimedJob } from "./claim";
import { markJobDead, releaseJob, removeJob, renewLease, rescheduleJob } from "./fence";
import { type JobContext, type JobKind, type JobKinds, jobsChannel } from "./job";
import { everyMsOf, type Recurring } from "./recurring";

const firstBackoffMs = 1_000;
const maxBackoffMs = 3_600_000;
const maxErrorLength = 300;
const maxReadLength = 4 * maxErrorLength;
const unavailableRetryMs = 250;

export interface JobServices {
  db: Database;
  log: Log;
  clock: () => number;
  newId: (prefix: IdPrefix) => string;
  site: Site;
  kinds: JobKinds;
  recurring: readonly Recurring[];
  /** Aborted when the process no longer waits for its jobs. */
  stopped: AbortSignal;
}

/** Another process has claimed the job, or it is done, so this one must write nothing more. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** Runs a claimed job. Afterwards it is done, due again, or a dead letter. Never throws. */
export async function attemptJob(services: JobServices, job: ClaimedJob): Promise<void> {
  const { db, log, clock, newId, site } = services;
  const kind = services.kinds[job.kind] as JobKind<never>;
  const everyMs = everyMsOf(services.recurring, job);
  const isLast = job.attempts >= kind.maxAttempts;
  let finished = false;

  try {
    await run();
  } catch (error) {
    await settle(error);
  }

  async function run(): Promise<void> {
    // A process that ends while it runs a job can't record the failure, but the claims are counted.
    if (job.attempts > kind.maxAttempts) throw new Error(`Its process ended ${job.attempts - 1} times`);
    const ctx: JobContext = {
      tenantId: job.tenant_id,
      db,
      dialect: db.dialect,
      site,
      log,
      attempt: job.attempts,
      clock,
      newId,
      step,
      finish,
    };
    await kind.run(ctx, payload());
    if (!finished) await finish(async () => {});
  }

  function payload(): never {
    return JSON.parse(job.payload) as never;
  }

  function step<Result>(work: (ctx: Writing) => Promise<Result>): Promise<Result> {
    return fenced((ctx) => renewLease(ctx, job), work);
  }

  async function finish<Result>(work: (ctx: Writing) => Promise<Result>): Promise<Result> {
    const result = await fenced(end, work);
    finished = true;
    return result;
  }

  function end(ctx: Writing): Promise<boolean> {
    if (everyMs === undefined) return removeJob(ctx, job);
    return rescheduleJob(ctx, job, { afterMs: everyMs, attempts: 0, error: null });
  }

  /** The fence runs first and locks the job's row: no other process can claim the job until the commit. */
  function fenced<Result>(fence: (ctx: Writing) => Promise<boolean>, work: (ctx: Writing) => Promise<Result>): Promise<Result> {
    return db.transaction(async (tx) => {
      const ctx: Writing = { db: tx, dialect: db.dialect, tenantId: job.tenant_id, now: clock(), newId, site };
      if (!(await fence(ctx))) throw new LeaseLost("Another process has the job");
      return work(ctx);
    });
  }

  async function settle(error: unknown): Promise<void> {
    if (error instanceof LeaseLost) return log.info("job lost its lease", about());
    if (isInterruption(error, job)) return untilWritten(() => releaseJobs(services, [job], describe(error)));
    const dies = isLast && everyMs === undefined && !finished;
    log.error(dies ? "job died" : "job failed", error, about());
    if (finished) return;
    await untilWritten(() => (dies ? die(error) : retry(error)));
  }

  /** When `onDead` fails, the job is retried as after any failure. */
  async function die(error: unknown): Promise<void> {
    const reason = describe(error);
    try {
      await fenced(
        (ctx) => markJobDead(ctx, job, reason),
        async (ctx) => kind.onDead?.(ctx, payload(), reason),
      );
    } catch (refusal) {
      if (refusal instanceof Unavailable || refusal instanceof LeaseLost) throw refusal;
      log.error("job can't die", refusal, about());
      await retry(refusal);
    }
  }

  /** A recurring job is never a dead letter, because it would not run again: after its last attempt it waits for its next turn. */
  function retry(error: unknown): Promise<void> {
    const next =
      isLast && everyMs !== undefined
        ? { afterMs: everyMs, attempts: 0 }
        : { afterMs: backoffMs(job.attempts), attempts: job.attempts };
    return fenced(
      (ctx) => rescheduleJob(ctx, job, { ...next, error: describe(error) }),
      async () => {},
    );
  }

  /** Waits for a database that can't be reached. */
  async function untilWritten(write: () => Promise<void>): Promise<void> {
    while (!services.stopped.aborted) {
      try {
        return await write();
      } catch (error) {
        if (error instanceof LeaseLost) return log.info("job lost its lease", about());
        if (!(error instanceof Unavailable)) return log.error("job can't be settled", error, about());
      }
      await new Promise((turn) => setTimeout(turn, unavailableRetryMs));
    }
  }

  function about(): Record<string, unknown> {
    return { kind: job.kind, jobId: job.job_id, tenantId: tenantIdentifier(job.tenant_id), attempt: job.attempts };
  }
}

/** Makes jobs ready at once, without counting the attempt: they were not begun, or were interrupted. */
export async function releaseJobs({ db }: JobServices, jobs: readonly ClaimedJob[], reason?: string): Promise<void> {
  if (jobs.length === 0) return;
  await db.transaction(async (tx) => {
    await Promise.all(jobs.map((job) => releaseJob({ db: tx }, job, reason)));
    tx.wake(jobsChannel);
  });
}

/** An unavailable database is not the job's fault. Twice in a row it may be, for example a query that takes too long. */
function isInterruption(error: unknown, job: ClaimedJob): boolean {
  return error instanceof Unavailable && !job.last_error?.startsWith(`${error.name}:`);
}

/** Random, so that jobs that failed together are not retried together. */
function backoffMs(attempts: number): number {
  return Math.round(Math.min(firstBackoffMs * 2 ** (attempts - 1), maxBackoffMs) * (1 + Math.random() / 2));
}

/** The name and message on one line, without e-mail addresses. */
function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return withoutEmails(text.slice(0, maxReadLength).replace(/\s+/g, " ")).slice(0, maxErrorLength);
}
