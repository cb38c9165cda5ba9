/** After so much work for a tenant, the event loop looks for requests of others. */
const maxTurnMs = { shared: 6, alone: 20 };
/** How long turns stay short after another tenant was there. A tenant alone would get half as much done in short turns. */
const sharedMs = 2_000;

/** Shares the event loop between tenants: in each of its turns, every tenant may work for a few milliseconds. */
class Turns {
  /** When the work of a tenant has begun in this turn of the event loop. */
  readonly #begunAt = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;
  #latest: string | undefined;
  #sharedUntil = 0;

  /**
   * To be called before a piece of work: undefined if it may begin at once, else a promise to wait for. A piece should take a few
   * milliseconds at most.
   */
  next(tenantId: string): Promise<void> | undefined {
    if (this.#hasTime(tenantId)) return undefined;
    return new Promise((resume) => {
      const waiting = this.#waiting.get(tenantId);
      if (waiting) waiting.push(resume);
      else this.#waiting.set(tenantId, [resume]);
    });
  }

  #hasTime(tenantId: string): boolean {
    const now = performance.now();
    if (tenantId !== this.#latest) {
      if (this.#latest !== undefined) this.#sharedUntil = now + sharedMs;
      this.#latest = tenantId;
    }
    const begunAt = this.#begunAt.get(tenantId);
    if (begunAt !== undefined) return now - begunAt < (now < this.#sharedUntil ? maxTurnMs.shared : maxTurnMs.alone);
    this.#begunAt.set(tenantId, now);
    if (!this.#isScheduled) setImmediate(this.#nextTurn);
    this.#isScheduled = true;
    return true;
  }

  readonly #nextTurn = (): void => {
    this.#isScheduled = false;
    this.#begunAt.clear();
    for (const tenantId of [...this.#waiting.keys()]) void this.#resume(tenantId);
  };

  /** Pieces of work that wait, one after the other while there is time. */
  async #resume(tenantId: string): Promise<void> {
    const waiting = this.#waiting.get(tenantId);
    while (waiting && waiting.length > 0 && this.#hasTime(tenantId)) {
      waiting.shift()?.();
      // The piece begins in a microtask of its own, before this goes on.
      await undefined;
    }
    if (waiting?.length === 0) this.#waiting.delete(tenantId);
  }
}

/** Of the one event loop that a process has. */
export const turns = new Turns();
