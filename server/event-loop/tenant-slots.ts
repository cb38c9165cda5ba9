/** For work that takes much memory: one piece at a time for each tenant, and tenants take turns. */
export class TenantSlots {
  readonly #maxAtOnce: number;
  /** By tenant. The first tenant that has nothing under way is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #working = new Set<string>();

  /** `maxAtOnce`: for all tenants together. */
  constructor(maxAtOnce: number) {
    this.#maxAtOnce = maxAtOnce;
  }

  async run<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      const waiting = this.#waiting.get(tenantId);
      if (waiting) waiting.push(begin);
      else this.#waiting.set(tenantId, [begin]);
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#working.delete(tenantId);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (const [tenantId, waiting] of this.#waiting) {
      if (this.#working.size >= this.#maxAtOnce) return;
      if (this.#working.has(tenantId)) continue;
      this.#waiting.delete(tenantId);
      const [first, ...rest] = waiting;
      if (rest.length > 0) this.#waiting.set(tenantId, rest);
      this.#working.add(tenantId);
      first?.();
    }
  }
}
