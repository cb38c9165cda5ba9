import { randomUUID } from "node:crypto";
import { Unavailable } from "../storage/port";
import { attemptJob, type JobServices, releaseJobs } from "./attempt";
import { claimJobs } from "./claim";
import { restartDelays } from "./delayed";
import { readyKinds } from "./gauges";
import { jobsChannel } from "./job";
import { LaneSlots } from "./lane-slots";
import { type Lane, laneSlots, lanes } from "./lanes";
import { LeaseWatch, renewLeases } from "./leases";
import { ensureRecurring } from "./recurring";
import { WakeUp } from "./wake-up";

const defaultLeaseMs = 10_000;
/** A lease survives a few renewals that fail. */
const renewalsPerLease = 5;
const defaultPollMs = 1_000;
/** The wait for jobs that another process is claiming: it may leave some. */
const lockedRetryMs = 10;
/** Restoring an older backup removes recurring jobs that were added after it. */
const defaultEnsureEveryMs = 60_000;
/** How many ready jobs are checked for unknown kinds. */
const checkedJobs = 100;

interface Options extends Omit<JobServices, "stopped"> {
  /** How many jobs of a lane run at the same time, where it is not the usual number. */
  slots?: Partial<Record<Lane, number>>;
  /** How long the claim of a process that has ended lasts. */
  leaseMs?: number;
  /** How long a sleep lasts at most, in case a wake-up was missed. Also how often the leases of others are watched. */
  pollMs?: number;
  ensureEveryMs?: number;
}

export interface JobRunner {
  /** Claims no more jobs. Resolves when the running ones are done, or after `withinMs`, when it releases the rest. */
  drain(withinMs: number): Promise<void>;
}

/** Starts at once: claims ready jobs and runs several of each lane at a time. */
export function createJobRunner(options: Options): JobRunner {
  const { db, log, kinds, recurring, slots } = options;
  const { leaseMs = defaultLeaseMs, pollMs = defaultPollMs, ensureEveryMs = defaultEnsureEveryMs } = options;
  const stopped = new AbortController();
  const services: JobServices = { ...options, stopped: stopped.signal };
  const kindNames = Object.keys(kinds);
  const unknownKinds = new Set<string>();
  const runnerId = randomUUID();
  const wakeUp = new WakeUp();
  const wake = () => wakeUp.wake();
  const attempt = (job: Parameters<typeof attemptJob>[1]) => attemptJob(services, job);
  const all = lanes.map((lane) => new LaneSlots({ lane, slots: slots?.[lane] ?? laneSlots[lane], attempt, onFree: wake }));
  const leases = new LeaseWatch(db, leaseMs);
  let claims = 0;
  let watchAt = 0;
  let ensureAt = 0;
  let reachable = true;
  let draining = false;

  const stopListening = db.listen(jobsChannel, wake, wake);
  const renewing = setInterval(() => void unlessUnavailable(renew), leaseMs / renewalsPerLease);
  const ended = loop();

  async function loop(): Promise<void> {
    while (!draining) {
      wakeUp.clear();
      const wait = (await unlessUnavailable(turn)) ?? pollMs;
      if (wait > 0 && !draining) await wakeUp.sleep(wait);
    }
    await unlessUnavailable(releaseStale);
  }

  /** Returns how long to sleep. */
  async function turn(): Promise<number> {
    if (performance.now() >= ensureAt) await ensure();
    if (performance.now() >= watchAt) await watch();
    await releaseStale();
    const open = all.filter((lane) => !lane.isFull);
    if (open.length === 0) return pollMs;
    claims += 1;
    const claimedBy = `${runnerId}.${claims}`;
    const claimed = await claimJobs(db, { demands: open.map((lane) => lane.demand()), kinds: kindNames, claimedBy });
    open.forEach((lane, index) => {
      lane.take(claimed.lanes[index] as (typeof claimed.lanes)[number]);
    });
    const stillOpen = claimed.lanes.filter((_, index) => !open[index]?.isFull);
    if (stillOpen.some(({ left }) => left === "perhaps")) return 0;
    if (stillOpen.some(({ left }) => left === "locked")) return lockedRetryMs;
    return Math.max(lockedRetryMs, Math.min(claimed.nextInMs ?? pollMs, pollMs));
  }

  async function ensure(): Promise<void> {
    await ensureRecurring(db, recurring, services.clock());
    ensureAt = performance.now() + ensureEveryMs;
  }

  async function watch(): Promise<void> {
    watchAt = performance.now() + pollMs;
    await leases.look(held());
    await restartDelays(db);
    await reportUnknownKinds();
  }

  /** A newer version of the program may have enqueued them, and runs them in its own processes. */
  async function reportUnknownKinds(): Promise<void> {
    for (const kind of await readyKinds(db, checkedJobs)) {
      if (kind in kinds || unknownKinds.has(kind)) continue;
      unknownKinds.add(kind);
      log.info("jobs of an unknown kind are left alone", { kind });
    }
  }

  async function renew(): Promise<void> {
    const claimedBy = held();
    if (claimedBy.size > 0) await renewLeases(db, [...claimedBy]);
  }

  function held(): Set<string> {
    return new Set(all.flatMap((lane) => lane.claimed).map(({ claimed_by }) => claimed_by));
  }

  function releaseStale(): Promise<void> {
    return releaseJobs(
      services,
      all.flatMap((lane) => lane.takeStale()),
    );
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
    for (const lane of all) lane.close();
    stopListening();
    wakeUp.wake();
    const running = () => all.flatMap((lane) => [...lane.running]);
    const allDone = ended.then(() => Promise.all(running().map(([, attempt]) => attempt)));
    await Promise.race([allDone, new Promise((turn) => setTimeout(turn, withinMs))]);
    stopped.abort();
    clearInterval(renewing);
    const left = running().map(([job]) => job);
    if (left.length > 0) await releaseJobs(services, left).catch(() => {});
  }

  let drained: Promise<void> | undefined;
  return { drain: (withinMs) => (drained ??= drain(withinMs)) };
}
