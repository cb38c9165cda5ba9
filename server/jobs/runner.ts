import { randomUUID } from "node:crypto";
import { Unavailable } from "../storage/port";
import { attemptJob, type JobServices, releaseJobs } from "./attempt";
import { jobsChannel } from "./job";
import { type ClaimedJob, claimJobs, dueKinds, nextDueAt } from "./queries";
import { ensureRecurring } from "./recurring";
import { WakeUp } from "./wake-up";

const defaultConcurrency = 3;
const defaultLeaseMs = 30_000;
const defaultPollMs = 1_000;
/** As many jobs are claimed ahead as usually begin within this time, so that claiming short jobs does not take longer than they do. */
const aheadMs = 50;
const maxAheadPerSlot = 4;
/** Jobs that were claimed ahead and have not begun by then are released. */
const releaseAfterMs = 1_000;
/** The weight of the newest job in the average duration. */
const newestWeight = 0.2;
/** The wait for a job that is due but locked by another transaction. */
const lockedRetryMs = 10;
/** Restoring an older backup removes recurring jobs that were added after it. */
const ensureEveryMs = 60_000;
/** How many due jobs are checked for unknown kinds. */
const checkedJobs = 100;

interface Options extends Omit<JobServices, "leaseMs" | "stopped"> {
  /** How many jobs run at the same time. */
  concurrency?: number;
  /** How long a claim lasts without a step. */
  leaseMs?: number;
  /** How long a sleep lasts at most, in case a wake-up was missed. */
  pollMs?: number;
}

export interface JobRunner {
  /** Claims no more jobs. Resolves when the running ones are done, or after `withinMs`, when it releases the rest. */
  drain(withinMs: number): Promise<void>;
}

/** Starts at once: claims due jobs and runs several at a time. */
export function createJobRunner(options: Options): JobRunner {
  const { concurrency = defaultConcurrency, pollMs = defaultPollMs } = options;
  const stopped = new AbortController();
  const services: JobServices = { ...options, leaseMs: options.leaseMs ?? defaultLeaseMs, stopped: stopped.signal };
  const { db, log, clock, kinds, recurring, leaseMs } = services;
  const kindNames = Object.keys(kinds);
  const unknownKinds = new Set<string>();
  const runnerId = randomUUID();
  const running = new Map<ClaimedJob, Promise<void>>();
  let waiting: ClaimedJob[] = [];
  let claims = 0;
  let claimedAt = 0;
  let averageMs = Number.POSITIVE_INFINITY;
  let ensureAt = 0;
  let reachable = true;
  let draining = false;

  const wakeUp = new WakeUp();
  const wake = () => wakeUp.wake();
  const stopListening = db.listen(jobsChannel, wake, wake);
  const ended = loop();

  async function loop(): Promise<void> {
    while (!draining) {
      wakeUp.clear();
      const wait = (await unlessUnavailable(turn)) ?? pollMs;
      if (wait > 0 && !draining) await wakeUp.sleep(wait);
    }
    await unlessUnavailable(releaseWaiting);
  }

  /** Returns how long to sleep. */
  async function turn(): Promise<number> {
    if (clock() >= ensureAt) await ensure();
    if (waiting.length > 0 && isStale()) await releaseWaiting();
    const free = concurrency - running.size;
    if (free === 0) return pollMs;
    const perhapsMore = await claim(free);
    if (perhapsMore) return running.size < concurrency ? 0 : pollMs;
    return idleMs();
  }

  async function ensure(): Promise<void> {
    const now = clock();
    await ensureRecurring(db, recurring, now);
    ensureAt = now + ensureEveryMs;
  }

  async function claim(free: number): Promise<boolean> {
    const ahead = Math.min(maxAheadPerSlot * concurrency, Math.floor((aheadMs * concurrency) / averageMs));
    const atMost = free + ahead;
    claims += 1;
    claimedAt = clock();
    waiting = await claimJobs(db, { kinds: kindNames, atMost, now: claimedAt, leaseMs, claimedBy: `${runnerId}.${claims}` });
    const perhapsMore = waiting.length === atMost;
    beginWaiting();
    return perhapsMore;
  }

  function beginWaiting(): void {
    while (waiting.length > 0 && running.size < concurrency && !isStale()) begin(waiting.shift() as ClaimedJob);
  }

  function begin(job: ClaimedJob): void {
    const from = performance.now();
    const attempt = attemptJob(services, job).then(() => {
      running.delete(job);
      const tookMs = performance.now() - from;
      averageMs = Number.isFinite(averageMs) ? averageMs + newestWeight * (tookMs - averageMs) : tookMs;
      beginWaiting();
      if (running.size < concurrency) wakeUp.wake();
    });
    running.set(job, attempt);
  }

  function isStale(): boolean {
    return draining || clock() - claimedAt > releaseAfterMs;
  }

  async function releaseWaiting(): Promise<void> {
    await releaseJobs(services, waiting);
    waiting = [];
  }

  async function idleMs(): Promise<number> {
    await reportUnknownKinds();
    const dueAt = await nextDueAt(db, kindNames);
    const now = clock();
    if (dueAt === undefined) return pollMs;
    return dueAt > now ? Math.min(dueAt - now, pollMs) : lockedRetryMs;
  }

  /** A newer version of the program may have enqueued them, and runs them in its own processes. */
  async function reportUnknownKinds(): Promise<void> {
    for (const kind of await dueKinds(db, clock(), checkedJobs)) {
      if (kind in kinds || unknownKinds.has(kind)) continue;
      unknownKinds.add(kind);
      log.info("jobs of an unknown kind are left alone", { kind });
    }
  }

  /** Undefined when the database can't be reached, which is logged once. */
  async function unlessUnavailable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work();
      reachable = true;
      return result;
    } catch (error) {
      if (!(error instanceof Unavailable)) log.error("jobs can't be claimed", error);
      else if (reachable) log.info("jobs wait for the database", { reason: error.message });
      reachable = false;
      return undefined;
    }
  }

  async function drain(withinMs: number): Promise<void> {
    draining = true;
    stopListening();
    wakeUp.wake();
    const allDone = ended.then(() => Promise.all(running.values()));
    await Promise.race([allDone, new Promise((turn) => setTimeout(turn, withinMs))]);
    stopped.abort();
    if (running.size > 0) await releaseJobs(services, [...running.keys()]).catch(() => {});
  }

  let drained: Promise<void> | undefined;
  return { drain: (withinMs) => (drained ??= drain(withinMs)) };
}
