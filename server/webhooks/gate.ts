import { Pace } from "../event-loop/pace";

interface Waiting {
  tenantId: string;
  enter: () => void;
}

/** A tenant may have this many open requests for each free one, so that slow receivers of one tenant leave room for others. */
const openPerFree = 4;

/** A tenth of the event loop's time, at some 100 µs each. */
const perSecondWhileBusy = 1_000;
const pacedMs = 5;

/**
 * Limits how many requests are open at a time, and how many begin while requests to the service itself wait for their answers. When
 * one ends, the tenant with the fewest open ones is next.
 */
export class Gate {
  readonly #open = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  readonly #pace = new Pace(perSecondWhileBusy);
  #total = 0;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly maxOpen: number) {}

  get open(): number {
    return this.#total;
  }

  async through<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length === 0 && this.#mayEnter(tenantId) && this.#mayBegin()) this.#begin(tenantId);
    else await new Promise<void>((enter) => this.#wait({ tenantId, enter }));
    try {
      return await work();
    } finally {
      this.#count(tenantId, -1);
      this.#letIn();
    }
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#letIn();
  }

  #begin(tenantId: string): void {
    this.#pace.use(1);
    this.#count(tenantId, 1);
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
    const openOf = ({ tenantId }: Waiting) => this.#open.get(tenantId) ?? 0;
    while (this.#waiting.length > 0) {
      const next = this.#waiting.reduce((fewest, one) => (openOf(one) < openOf(fewest) ? one : fewest));
      if (!this.#mayEnter(next.tenantId) || !this.#mayBegin()) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#begin(next.tenantId);
      next.enter();
    }
  }

  #mayEnter(tenantId: string): boolean {
    const open = this.#open.get(tenantId) ?? 0;
    const free = this.maxOpen - this.#total;
    return open === 0 ? free > 0 : open < openPerFree * (free - 1);
  }

  #count(tenantId: string, change: number): void {
    this.#total += change;
    const open = (this.#open.get(tenantId) ?? 0) + change;
    if (open === 0) this.#open.delete(tenantId);
    else this.#open.set(tenantId, open);
  }
}
