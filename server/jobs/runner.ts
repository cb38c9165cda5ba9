import { randomUUID } from "node:crypto";
import { Unavailable } from "../storage/port";
import { attemptJob, type JobParts, releaseJobs } from "./attempt";
import { jobsChannel } from "./enqueue";
import { claimJobs, dueKinds, type JobRow, nextDueAt } from "./queries";
import { ensureRecurring } from "./recurring";
import { Bell } from "./wake-up";

const defaultConcurrency = 3;
const defaultLeaseMs = 30_000;
const defaultPollMs = 1_000;
/** As many are claimed ahead as are begun within this time: of short jobs many, so that claiming is not what takes longest. */
const aheadMs = 50;
const maxAheadPerSlot = 4;
/** What was claimed ahead and could not be begun by then is given back. */
const giveBackMs = 1_000;
/** How much the newest job tells of how long the next will take. */
const newestWeight = 0.2;
/** Due, and yet not ours to claim: another transaction is about to change it. */
const lockedRetryMs = 10;
/** A restored backup may be older than what recurs. */
const ensureEveryMs = 60_000;
/** How many due jobs are looked at for kinds that only a newer version knows. */
const lookedAtRows = 100;

interface Options extends Omit<JobParts, "leaseMs" | "over"> {
  /** Jobs at once. */
  concurrency?: number;
  /** How long a job is ours without a step. */
  leaseMs?: number;
  /** At the latest then the table is looked at, whatever was heard. */
  pollMs?: number;
}

export interface JobRunner {
  /** Claims nothing more. Resolved when all in flight are done, or after that time, with the rest released. */
  drain(withinMs: number): Promise<void>;
}

/** Starts at once: claims what is due and runs it, several at a time. */
export function createJobRunner(options: Options): JobRunner {
  const { concurrency = defaultConcurrency, pollMs = defaultPollMs } = options;
  const over = new AbortController();
  const parts: JobParts = { ...options, leaseMs: options.leaseMs ?? defaultLeaseMs, over: over.signal };
  const { db, log, clock, kinds, recurring, leaseMs } = parts;
  const kindNames = Object.keys(kinds);
  const unknownKinds = new Set<string>();
  const runnerId = randomUUID();
  const running = new Map<JobRow, Promise<void>>();
  let waiting: JobRow[] = [];
  let claims = 0;
  let claimedAt = 0;
  let usualMs = Number.POSITIVE_INFINITY;
  let ensureAt = 0;
  let reachable = true;
  let draining = false;

  const bell = new Bell();
  const ring = () => bell.ring();
  const stopListening = db.listen(jobsChannel, ring, ring);
  const ended = loop();

  async function loop(): Promise<void> {
    while (!draining) {
      bell.clear();
      const wait = (await patiently(turn)) ?? pollMs;
      if (wait > 0 && !draining) await bell.sleep(wait);
    }
    await patiently(giveBack);
  }

  /** Returns how long there is nothing to do, unless something is heard. */
  async function turn(): Promise<number> {
    if (clock() >= ensureAt) await ensure();
    if (waiting.length > 0 && isStale()) await giveBack();
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
    const ahead = Math.min(maxAheadPerSlot * concurrency, Math.floor((aheadMs * concurrency) / usualMs));
    const atMost = free + ahead;
    claims += 1;
    claimedAt = clock();
    waiting = await claimJobs(db, { kinds: kindNames, atMost, now: claimedAt, leaseMs, claimedBy: `${runnerId}.${claims}` });
    const perhapsMore = waiting.length === atMost;
    beginWaiting();
    return perhapsMore;
  }

  function beginWaiting(): void {
    while (waiting.length > 0 && running.size < concurrency && !isStale()) begin(waiting.shift() as JobRow);
  }

  function begin(job: JobRow): void {
    const from = performance.now();
    const attempt = attemptJob(parts, job).then(() => {
      running.delete(job);
      const tookMs = performance.now() - from;
      usualMs = Number.isFinite(usualMs) ? usualMs + newestWeight * (tookMs - usualMs) : tookMs;
      beginWaiting();
      if (running.size < concurrency) bell.ring();
    });
    running.set(job, attempt);
  }

  function isStale(): boolean {
    return draining || clock() - claimedAt > giveBackMs;
  }

  async function giveBack(): Promise<void> {
    await releaseJobs(parts, waiting);
    waiting = [];
  }

  async function idleMs(): Promise<number> {
    await noticeUnknownKinds();
    const dueAt = await nextDueAt(db, kindNames);
    const now = clock();
    if (dueAt === undefined) return pollMs;
    return dueAt > now ? Math.min(dueAt - now, pollMs) : lockedRetryMs;
  }

  /** Those of a newer version, which other processes may run: left to them. */
  async function noticeUnknownKinds(): Promise<void> {
    for (const kind of await dueKinds(db, clock(), lookedAtRows)) {
      if (kind in kinds || unknownKinds.has(kind)) continue;
      unknownKinds.add(kind);
      log.info("jobs of an unknown kind are left alone", { kind });
    }
  }

  /** Undefined when the database can't be reached: said once, and tried again after the usual wait. */
  async function patiently<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
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
    bell.ring();
    const allDone = ended.then(() => Promise.all(running.values()));
    await Promise.race([allDone, new Promise((turn) => setTimeout(turn, withinMs))]);
    over.abort();
    if (running.size > 0) await releaseJobs(parts, [...running.keys()]).catch(() => {});
  }

  let drained: Promise<void> | undefined;
  return { drain: (withinMs) => (drained ??= drain(withinMs)) };
}
