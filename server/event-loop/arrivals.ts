/** How long requests may begin in one turn of the event loop. */
const turnMs = 14;

/**
 * The runtime accepts connections until none wait, and begins the request of each at once. As long as clients connect faster than
 * they are answered, its turn would never end: no timer, job or open connection would have one.
 */
export class Arrivals {
  /** From then on, requests wait for the next turn. Undefined before the first request of a turn. */
  #fullAt: number | undefined;
  readonly #waiting: (() => void)[] = [];

  /** Undefined for a request that may begin at once. */
  next(): Promise<void> | undefined {
    const now = performance.now();
    if (this.#fullAt === undefined) this.#beginTurn(now);
    else if (this.#waiting.length > 0 || now >= this.#fullAt) return new Promise((begin) => this.#waiting.push(begin));
    return undefined;
  }

  #beginTurn(now: number): void {
    this.#fullAt = now + turnMs;
    setImmediate(this.#nextTurn);
  }

  /** Those that waited begin first, as many as there is time for. */
  readonly #nextTurn = async () => {
    this.#fullAt = undefined;
    if (this.#waiting.length === 0) return;
    const now = performance.now();
    this.#beginTurn(now);
    while (this.#waiting.length > 0 && performance.now() < now + turnMs) {
      this.#waiting.shift()?.();
      // The request goes on as far as it can.
      await undefined;
    }
  };
}
