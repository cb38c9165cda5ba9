/** Indexes that are built at the same time in a process. Each takes several times the memory of a finished one meanwhile. */
const maxBuilds = 3;

/** Builds of a tenant run one after the other, and tenants take turns: whoever edits in a loop delays no other tenant. */
export class BuildSlots {
  /** Builds that wait, of each tenant. The next turn is of the first tenant that has no build under way. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #building = new Set<string>();

  async run<Result>(tenantId: string, build: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      const waiting = this.#waiting.get(tenantId);
      if (waiting) waiting.push(begin);
      else this.#waiting.set(tenantId, [begin]);
      this.#beginNext();
    });
    try {
      return await build();
    } finally {
      this.#building.delete(tenantId);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (const [tenantId, waiting] of this.#waiting) {
      if (this.#building.size >= maxBuilds) return;
      if (this.#building.has(tenantId)) continue;
      this.#waiting.delete(tenantId);
      const [first, ...rest] = waiting;
      if (rest.length > 0) this.#waiting.set(tenantId, rest);
      this.#building.add(tenantId);
      first?.();
    }
  }
}
