import { Pace } from "../event-loop/pace";

interface Waiting {
  tenantId: string;
  subscriptionId: string;
  enter: () => void;
}

/** A tenant may have this many open requests for each free one, so that slow receivers of one tenant leave room for others. */
const openPerFree = 4;

/** Less than a tenth of the event loop's time, at some 250 µs each with what is written of it. */
const perSecondWhileBusy = 250;
const pacedMs = 5;

/**
 * Limits how many requests are open at a time, and how many begin while requests to the service itself wait for their answers. When
 * one ends, the tenant with the fewest open ones is next, and of its subscriptions the one with the fewest.
 */
export class Gate {
  /** By tenant, and by subscription. */
  readonly #open = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  readonly #pace = new Pace(perSecondWhileBusy);
  #total = 0;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly maxOpen: number) {}

  get open(): number {
    return this.#total;
  }

  async through<Result>(tenantId: string, subscriptionId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length === 0 && this.#mayEnter(tenantId) && this.#mayBegin()) this.#begin(tenantId, subscriptionId);
    else await new Promise<void>((enter) => this.#wait({ tenantId, subscriptionId, enter }));
    try {
      return await work();
    } finally {
      this.#total -= 1;
      this.#count(tenantId, -1);
      this.#count(subscriptionId, -1);
      this.#letIn();
    }
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#letIn();
  }

  #begin(tenantId: string, subscriptionId: string): void {
    this.#pace.use(1);
    this.#total += 1;
    this.#count(tenantId, 1);
    this.#count(subscriptionId, 1);
  }

  /** If not, it is tried again a moment later. */
  #mayBegin(): boolean {
    if (this.#pace.room > 0) return true;
    this.#later ??= setTimeout(() => {
      this.#later = undefined;
      this.#letIn();
    }, pacedMs);
    return false;
  }

  #letIn(): void {
    const openOf = (id: string) => this.#open.get(id) ?? 0;
    const isBefore = (one: Waiting, other: Waiting) =>
      (openOf(one.tenantId) - openOf(other.tenantId) || openOf(one.subscriptionId) - openOf(other.subscriptionId)) < 0;
    while (this.#waiting.length > 0) {
      const next = this.#waiting.reduce((fewest, one) => (isBefore(one, fewest) ? one : fewest));
      if (!this.#mayEnter(next.tenantId) || !this.#mayBegin()) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#begin(next.tenantId, next.subscriptionId);
      next.enter();
    }
  }

  #mayEnter(tenantId: string): boolean {
    const open = this.#open.get(tenantId) ?? 0;
    const free = this.maxOpen - this.#total;
    return open === 0 ? free > 0 : open < openPerFree * (free - 1);
  }

  #count(id: string, change: number): void {
    const open = (this.#open.get(id) ?? 0) + change;
    if (open === 0) this.#open.delete(id);
    else this.#open.set(id, open);
  }
}
