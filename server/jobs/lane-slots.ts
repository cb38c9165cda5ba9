import type { ClaimedJob, LaneClaims, LaneDemand, LaneRoom } from "./claim";
import { type Lane, lanesWithRoom } from "./lanes";

/** As many jobs are claimed ahead as usually begin within this time, so that claiming short jobs does not take longer than they do. */
const aheadMs = 50;
const maxAheadPerSlot = 4;
/** Jobs that were claimed ahead and have not begun by then are released. */
const releaseAfterMs = 1_000;
/** The weight of the newest job in the average duration. */
const newestWeight = 0.2;

interface Options {
  lane: Lane;
  slots: number;
  /** Never rejects. */
  attempt(job: ClaimedJob): Promise<void>;
  /** Called when a slot is free and nothing waits for it. */
  onFree(): void;
}

/** The jobs of one lane that this process has claimed: some run, and some wait for a slot. */
export class LaneSlots {
  readonly running = new Map<ClaimedJob, Promise<void>>();
  #waiting: ClaimedJob[] = [];
  #after = "";
  #claimedAt = 0;
  #averageMs = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(readonly options: Options) {}

  get isFull(): boolean {
    return this.running.size >= this.options.slots;
  }

  get claimed(): ClaimedJob[] {
    return [...this.running.keys(), ...this.#waiting];
  }

  /** What to claim next. */
  demand(): LaneDemand {
    const { lane, slots } = this.options;
    const demand = { lane, atMost: slots - this.running.size, after: this.#after };
    if (lanesWithRoom.includes(lane)) return { ...demand, room: this.#room() };
    const ahead = Math.min(maxAheadPerSlot * slots, Math.floor((aheadMs * slots) / this.#averageMs));
    return { ...demand, atMost: demand.atMost + ahead };
  }

  #room(): LaneRoom {
    const heldBy = new Map<string, number>();
    for (const { tenant_id } of this.claimed) heldBy.set(tenant_id, (heldBy.get(tenant_id) ?? 0) + 1);
    return { freeSlots: Math.max(0, this.options.slots - this.claimed.length), heldBy };
  }

  take({ jobs, after }: LaneClaims): void {
    this.#claimedAt = performance.now();
    this.#after = after;
    this.#waiting.push(...jobs);
    this.#beginWaiting();
  }

  /** The jobs that have waited for a slot for too long, which are to be released. */
  takeStale(): ClaimedJob[] {
    return this.#isStale() ? this.#waiting.splice(0) : [];
  }

  /** Begins nothing more. */
  close(): void {
    this.#closed = true;
  }

  #beginWaiting(): void {
    while (this.#waiting.length > 0 && !this.isFull && !this.#isStale()) this.#begin(this.#waiting.shift() as ClaimedJob);
  }

  #begin(job: ClaimedJob): void {
    const from = performance.now();
    const attempt = this.options.attempt(job).then(() => {
      this.running.delete(job);
      const tookMs = performance.now() - from;
      this.#averageMs = Number.isFinite(this.#averageMs) ? this.#averageMs + newestWeight * (tookMs - this.#averageMs) : tookMs;
      this.#beginWaiting();
      if (!this.isFull) this.options.onFree();
    });
    this.running.set(job, attempt);
  }

  #isStale(): boolean {
    return this.#closed || performance.now() - this.#claimedAt > releaseAfterMs;
  }
}
