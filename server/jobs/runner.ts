import { randomUUID } from "node:crypto";
import { Unavailable } from "../storage/port";
import { attemptJob, type JobParts, release } from "./attempt";
import { jobsChannel } from "./enqueue";
import { claimJobs, dueKinds, type JobRow, nextDueAt } from "./queries";
import { ensureRecurring } from "./recurring";

const defaultConcurrency = 4;
const defaultLeaseMs = 30_000;
const defaultPollMs = 1_000;
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
  /** Claims nothing more; resolved when all in flight are done, or released after that time. */
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
  const running = new Map<JobRow, Promise<void>>();
  const runnerId = randomUUID();
  let claims = 0;
  let draining = false;
  let reachable = true;
  let woken = false;
  let wakeUp: () => void = () => {};

  const wake = () => {
    woken = true;
    wakeUp();
  };
  const stopListening = db.listen(jobsChannel, wake, wake);
  const ended = loop();

  async function loop(): Promise<void> {
    await patiently(() => ensureRecurring(db, recurring, clock()));
    while (!draining) {
      woken = false;
      const free = concurrency - running.size;
      const claimed = free === 0 ? 0 : await patiently(() => claim(free));
      const wait = claimed === undefined || free === 0 || claimed === free ? pollMs : await patiently(idleMs);
      if (!(woken && running.size < concurrency) && !draining) await sleep(wait ?? pollMs);
    }
  }

  async function claim(atMost: number): Promise<number> {
    claims += 1;
    const jobs = await claimJobs(db, { kinds: kindNames, atMost, now: clock(), leaseMs, claimedBy: `${runnerId}.${claims}` });
    for (const job of jobs) {
      const attempt = attemptJob(parts, job).finally(() => {
        running.delete(job);
        wake();
      });
      running.set(job, attempt);
    }
    return jobs.length;
  }

  /** Until the next job that we know of is due. */
  async function idleMs(): Promise<number> {
    const now = clock();
    for (const kind of await dueKinds(db, now, lookedAtRows)) {
      if (kind in kinds || unknownKinds.has(kind)) continue;
      unknownKinds.add(kind);
      log.info("jobs of an unknown kind are left alone", { kind });
    }
    const dueAt = await nextDueAt(db, kindNames);
    return dueAt === undefined ? pollMs : Math.min(Math.max(dueAt - now, 0), pollMs);
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

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        wakeUp = () => {};
        resolve();
      }
      wakeUp = done;
    });
  }

  return {
    async drain(withinMs) {
      draining = true;
      stopListening();
      wake();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooLate = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      const allDone = ended.then(() => Promise.all(running.values()));
      await Promise.race([allDone, tooLate]);
      clearTimeout(timer);
      over.abort();
      await Promise.all([...running.keys()].map((job) => release(parts, job).catch(() => {})));
    },
  };
}
