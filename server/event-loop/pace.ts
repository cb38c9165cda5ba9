import { turns } from "./turns";

/** What was not used is kept for this long, unless work should be done in larger pieces. */
const usualKeptMs = 10;
/** What was used too much, in one piece of work, is made up for within this time. */
const owedMs = 100;

/** Work that can wait: any amount of it while few requests come in, else so much a second. */
export class Pace {
  readonly #perMs: number;
  readonly #keptMs: number;
  #left = 0;
  #seenAt = 0;

  constructor(perSecondWhileBusy: number, keptMs = usualKeptMs) {
    this.#perMs = perSecondWhileBusy / 1_000;
    this.#keptMs = keptMs;
  }

  /** How much may begin now. */
  get room(): number {
    if (!turns.isBusy) return Number.POSITIVE_INFINITY;
    const now = performance.now();
    this.#left = Math.min(this.#left + (now - this.#seenAt) * this.#perMs, this.#keptMs * this.#perMs);
    this.#seenAt = now;
    return Math.floor(this.#left);
  }

  use(amount: number): void {
    if (turns.isBusy) this.#left = Math.max(this.#left - amount, -owedMs * this.#perMs);
  }
}
