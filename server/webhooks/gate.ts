interface Waiting {
  tenantId: string;
  enter: () => void;
}

/** A tenant may have this many open requests for each free one, so that slow receivers of one tenant leave room for others. */
const openPerFree = 4;

/** Limits how many requests are open at a time. When one ends, the tenant with the fewest open ones is next. */
export class Gate {
  readonly #open = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #total = 0;

  constructor(readonly maxOpen: number) {}

  get open(): number {
    return this.#total;
  }

  async through<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#mayEnter(tenantId)) this.#count(tenantId, 1);
    else await new Promise<void>((enter) => this.#waiting.push({ tenantId, enter }));
    try {
      return await work();
    } finally {
      this.#count(tenantId, -1);
      this.#letIn();
    }
  }

  #letIn(): void {
    const openOf = ({ tenantId }: Waiting) => this.#open.get(tenantId) ?? 0;
    while (this.#waiting.length > 0) {
      const next = this.#waiting.reduce((fewest, one) => (openOf(one) < openOf(fewest) ? one : fewest));
      if (!this.#mayEnter(next.tenantId)) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#count(next.tenantId, 1);
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
