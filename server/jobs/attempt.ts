import type { Writing } from "../context";
import type { IdPrefix } from "../ids";
import type { Log } from "../log";
import type { Site } from "../site";
import { type Database, Unavailable } from "../storage/port";
import type { JobContext, JobKind } from "./job";
import { buryJob, type JobRow, releaseJob, removeJob, renewLease, rescheduleJob } from "./queries";
import { installationTenantId, type Recurring, recurringId } from "./recurring";

const firstBackoffMs = 1_000;
const maxBackoffMs = 3_600_000;
const maxErrorLength = 300;
const unavailableRetryMs = 250;

export interface JobParts {
  db: Database;
  log: Log;
  clock: () => number;
  newId: (prefix: IdPrefix) => string;
  site: Site;
  kinds: Readonly<Record<string, JobKind<never>>>;
  recurring: readonly Recurring[];
  leaseMs: number;
  /** Aborted when the process no longer waits for its jobs. */
  over: AbortSignal;
}

/** The job went on without us: what was about to be written is not. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** Runs a claimed job to an end of this claim: done, due again, or a dead letter. Never throws. */
export async function attemptJob(parts: JobParts, job: JobRow): Promise<void> {
  const kind = parts.kinds[job.kind] as JobKind<never>;
  const payload = JSON.parse(job.payload) as never;
  const everyMs = parts.recurring.find(({ name }) => isThis(job, name))?.everyMs;
  let finished = false;

  try {
    if (job.attempts > kind.maxAttempts) throw new Error(`its process ended ${kind.maxAttempts} times`);
    const ctx = context();
    await kind.run(ctx, payload);
    if (!finished) await ctx.finish(async () => {});
  } catch (error) {
    await settle(error);
  }

  function context(): JobContext {
    return {
      tenantId: job.tenant_id,
      db: parts.db,
      site: parts.site,
      log: parts.log,
      attempt: job.attempts,
      clock: parts.clock,
      newId: parts.newId,
      step: (work) => held(work, (ctx) => renewLease(ctx, job, parts.leaseMs)),
      async finish(work) {
        const result = await held(work, end);
        finished = true;
        return result;
      },
    };
  }

  function end(ctx: Writing): Promise<boolean> {
    if (everyMs === undefined) return removeJob(ctx, job);
    return rescheduleJob(ctx, job, { dueAt: ctx.now + everyMs, attempts: 0, error: null });
  }

  /** The fence first: it locks the job, so nobody takes it before this is committed. */
  function held<Result>(work: (ctx: Writing) => Promise<Result>, fence: (ctx: Writing) => Promise<boolean>): Promise<Result> {
    const { db, clock, newId, site } = parts;
    return db.transaction(async (tx) => {
      const ctx: Writing = { db: tx, dialect: db.dialect, tenantId: job.tenant_id, now: clock(), newId, site };
      if (!(await fence(ctx))) throw new LeaseLost(`${job.kind} is no longer ours`);
      return work(ctx);
    });
  }

  async function settle(error: unknown): Promise<void> {
    if (error instanceof Unavailable) return untilAvailable(() => release(parts, job));
    const dies = job.attempts >= kind.maxAttempts && everyMs === undefined;
    report(error, dies && !(error instanceof LeaseLost) && !finished);
    if (error instanceof LeaseLost || finished) return;
    await untilAvailable(async () => {
      try {
        await (dies ? bury(error) : retry(error));
      } catch (second) {
        if (second instanceof Unavailable || second instanceof LeaseLost) throw second;
        parts.log.error("dead letter refused", second, { kind: job.kind, jobId: job.job_id, tenantId: job.tenant_id });
        await retry(second);
      }
    });
  }

  function bury(error: unknown): Promise<void> {
    const reason = describe(error);
    return held(
      async (ctx) => kind.onDead?.(ctx, payload, reason),
      (ctx) => buryJob(ctx, job, reason),
    );
  }

  /** One that recurs gives up until its next turn: it is never a dead letter, or nobody would do its work. */
  function retry(error: unknown): Promise<void> {
    const givesUp = everyMs !== undefined && job.attempts >= kind.maxAttempts;
    return held(
      async () => {},
      (ctx) =>
        rescheduleJob(ctx, job, {
          dueAt: ctx.now + (givesUp ? everyMs : backoffMs(job.attempts)),
          attempts: givesUp ? 0 : job.attempts,
          error: describe(error),
        }),
    );
  }

  function report(error: unknown, dies: boolean): void {
    parts.log.error(dies ? "job died" : "job failed", error, {
      kind: job.kind,
      jobId: job.job_id,
      tenantId: job.tenant_id,
      attempt: job.attempts,
    });
  }

  /** The database being away is not the job's fault: its outcome is written once it is back. */
  async function untilAvailable(write: () => Promise<void>): Promise<void> {
    while (!parts.over.aborted) {
      try {
        return await write();
      } catch (error) {
        if (error instanceof LeaseLost) return;
        if (!(error instanceof Unavailable)) return report(error, false);
      }
      await new Promise((turn) => setTimeout(turn, unavailableRetryMs));
    }
  }
}

/** Due at once, and not counted. */
export async function release({ db, clock }: JobParts, job: JobRow): Promise<void> {
  await db.transaction((tx) => releaseJob({ db: tx, now: clock() }, job));
}

function isThis(job: JobRow, name: string): boolean {
  return job.tenant_id === installationTenantId && job.job_id === recurringId(name);
}

/** With chance in it, so that what failed together is not tried again together. */
function backoffMs(attempts: number): number {
  return Math.min(firstBackoffMs * 2 ** (attempts - 1), maxBackoffMs) * (1 + Math.random() / 2);
}

/** Its name and message on one line, without what looks like an e-mail address. */
function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text
    .replace(/\s+/g, " ")
    .replace(/[^\s"'(<]+@[^\s"')>]+/g, "…")
    .slice(0, maxErrorLength);
}
