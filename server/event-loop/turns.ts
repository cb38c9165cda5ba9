/** How long a tenant works before the event loop looks for requests of others. */
const maxTurnMs = { shared: 6, alone: 20 };
/** How long turns stay short after another tenant was there. A tenant alone would get half as much done in short turns. */
const sharedMs = 2_000;
/**
 * While a tenant's work waits, only this many of its requests are under way. Each may hold megabytes, which every garbage
 * collection scans.
 */
const maxUnderWay = 2;

/** With this many requests at a time, requests come in faster than they are answered. */
const manyRequests = 4;
/** Changes that share a commit are answered together, so for a moment there are no requests although the service is busy. */
const busyMs = 50;

/** What waits for a tenant's next turn. */
interface Waiting {
  pieces: (() => void)[];
  requests: (() => void)[];
}

/** Shares the event loop between tenants: in each of its turns, every tenant may work for a few milliseconds. */
class Turns {
  /** When a tenant's work began in this turn of the event loop. */
  readonly #begunAt = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting>();
  /** How many requests of a tenant have begun and not ended. */
  readonly #underWay = new Map<string, number>();
  /** How many requests have begun and not ended, or wait to begin. */
  #requests = 0;
  #manyRequestsAt = Number.NEGATIVE_INFINITY;
  #isScheduled = false;
  #ended = 0;
  #latest: string | undefined;
  #sharedUntil = 0;

  /**
   * To be called before a piece of work: undefined if it may begin at once, else a promise to wait for. A piece should take a few
   * milliseconds at most.
   */
  next(tenantId: string): Promise<void> | undefined {
    if (this.#hasTime(tenantId)) return undefined;
    return new Promise((resume) => this.#waitingOf(tenantId).pieces.push(resume));
  }

  /** To be called before a request is worked on, and followed by `end`; like `next`. */
  begin(tenantId: string): Promise<void> | undefined {
    this.#requests += 1;
    if (this.#requests >= manyRequests) this.#manyRequestsAt = performance.now();
    if (!this.#waiting.has(tenantId) && this.#hasTime(tenantId)) {
      this.#count(tenantId, 1);
      return undefined;
    }
    return new Promise((resume) => this.#waitingOf(tenantId).requests.push(resume));
  }

  /** A request from its beginning to its end. */
  async during<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    const turn = this.begin(tenantId);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      this.end(tenantId);
    }
  }

  end(tenantId: string): void {
    this.#requests -= 1;
    this.#count(tenantId, -1);
  }

  /** Whether requests wait for each other, or did a moment ago. */
  get isBusy(): boolean {
    return performance.now() - this.#manyRequestsAt < busyMs;
  }

  /**
   * Counts the turns of the event loop in which somebody worked. A request for which the count stays the same has waited for
   * nothing.
   */
  get ended(): number {
    return this.#ended;
  }

  #count(tenantId: string, step: 1 | -1): void {
    const count = (this.#underWay.get(tenantId) ?? 0) + step;
    if (count === 0) this.#underWay.delete(tenantId);
    else this.#underWay.set(tenantId, count);
  }

  #waitingOf(tenantId: string): Waiting {
    const waiting = this.#waiting.get(tenantId) ?? { pieces: [], requests: [] };
    this.#waiting.set(tenantId, waiting);
    return waiting;
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
    this.#ended += 1;
    this.#begunAt.clear();
    for (const [tenantId, waiting] of [...this.#waiting]) void this.#resume(tenantId, waiting);
  };

  /** Resumes what waits, one piece after the other, while the tenant has time. */
  async #resume(tenantId: string, waiting: Waiting): Promise<void> {
    // Without waiting pieces, requests under way wait for something else, such as the database.
    let isIdle = waiting.pieces.length === 0;
    while (this.#hasTime(tenantId)) {
      const mayBegin = isIdle || (this.#underWay.get(tenantId) ?? 0) < maxUnderWay;
      const request = mayBegin ? waiting.requests.shift() : undefined;
      const resume = request ?? waiting.pieces.shift();
      if (!resume) break;
      if (request) this.#count(tenantId, 1);
      isIdle = false;
      resume();
      // The piece begins in a microtask of its own, before this goes on.
      await undefined;
    }
    if (waiting.pieces.length + waiting.requests.length === 0) this.#waiting.delete(tenantId);
  }
}

export const turns = new Turns();
