import { turns } from "./turns";

/** What was not used is kept for this long, unless work should be done in larger pieces. */
const usualKeptMs = 10;
/** What was used too much, in one piece of work, is made up for within this time. */
const owedMs = 100;

/** Nothing waits for ever: after this time of many requests, there is more of it in a second. */
const patienceMs = 10_000;
const afterPatience = 4;

/** Work that can wait: any amount of it while few requests come in, else so much a second. */
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
