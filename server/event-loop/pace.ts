import { turns } from "./turns";

/** Unused room expires after this long, unless work should be done in larger pieces. */
const usualKeptMs = 10;
/** A piece of work may take more room than there is. Nothing more begins until that is made up for, for this long at most. */
const owedMs = 100;

/** After this long with many requests there is more room, because no work may wait for ever. */
const patienceMs = 10_000;
const afterPatience = 4;

/** Limits work that can wait: unlimited while few requests come in, otherwise a fixed amount a second. */
export class Pace {
  readonly #perMs: number;
  readonly #keptMs: number;
  #left = 0;
  #seenAt = 0;
  #busySince: number | undefined;

  constructor(perSecondWhileBusy: number, keptMs = usualKeptMs) {
    this.#perMs = perSecondWhileBusy / 1_000;
    this.#keptMs = keptMs;
  }

  /** How much may begin now. */
  get room(): number {
    const now = performance.now();
    if (!turns.isBusy) {
      this.#busySince = undefined;
      return Number.POSITIVE_INFINITY;
    }
    // When nobody has asked for long, nothing has waited.
    if (this.#busySince === undefined || now - this.#seenAt > patienceMs) this.#busySince = now;
    const perMs = now - this.#busySince > patienceMs ? this.#perMs * afterPatience : this.#perMs;
    this.#left = Math.min(this.#left + (now - this.#seenAt) * perMs, this.#keptMs * perMs);
    this.#seenAt = now;
    return Math.floor(this.#left);
  }

  use(amount: number): void {
    if (turns.isBusy) this.#left = Math.max(this.#left - amount, -owedMs * this.#perMs);
  }
}
