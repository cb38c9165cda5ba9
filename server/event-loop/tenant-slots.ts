/** For work that takes much memory, or a connection: few pieces at a time for each tenant, and tenants take turns. */
export class TenantSlots {
  readonly #maxAtOnce: number;
  readonly #maxOfTenant: number;
  /** By tenant. The first tenant that has not all it may under way is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #working = new Map<string, number>();
  #atOnce = 0;

  /** `maxAtOnce`: for all tenants together. */
  constructor(maxAtOnce: number, maxOfTenant = 1) {
    this.#maxAtOnce = maxAtOnce;
    this.#maxOfTenant = maxOfTenant;
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
      this.#count(tenantId, -1);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (const [tenantId, waiting] of this.#waiting) {
      if (this.#atOnce >= this.#maxAtOnce) return;
      if ((this.#working.get(tenantId) ?? 0) >= this.#maxOfTenant) continue;
      this.#waiting.delete(tenantId);
      const [first, ...rest] = waiting;
      if (rest.length > 0) this.#waiting.set(tenantId, rest);
      this.#count(tenantId, 1);
      first?.();
    }
  }

  #count(tenantId: string, step: 1 | -1): void {
    this.#atOnce += step;
    const count = (this.#working.get(tenantId) ?? 0) + step;
    if (count === 0) this.#working.delete(tenantId);
    else this.#working.set(tenantId, count);
  }
}
