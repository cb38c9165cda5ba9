const bucketMs = 0.05;
const buckets = 40_000;
const maxKinds = 50;

/** One second as the load generator saw it. */
export interface LoadSecond {
  kind: "second";
  answered: number;
  p50Ms: number;
  p99Ms: number;
}

export interface LoadTotal {
  kind: "total";
  answered: number;
  /** Connections the callers cut themselves. */
  cut: number;
  statuses: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
  /** Answers nobody expected, counted by what was asked and what came. */
  unexpected: Record<string, number>;
}

/** Counts in fixed memory, however long it runs. */
export class LoadStatistics {
  readonly #all = new Histogram();
  #second = new Histogram();
  readonly #statuses: Record<string, number> = {};
  readonly #unexpected: Record<string, number> = {};
  #cut = 0;

  answered(status: number, ms: number): void {
    this.#all.add(ms);
    this.#second.add(ms);
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }

  cutConnection(): void {
    this.#cut += 1;
  }

  unexpected(what: string): void {
    const known = what in this.#unexpected || Object.keys(this.#unexpected).length < maxKinds;
    const kind = known ? what : "others";
    this.#unexpected[kind] = (this.#unexpected[kind] ?? 0) + 1;
  }

  takeSecond(): LoadSecond {
    const second = this.#second;
    this.#second = new Histogram();
    return { kind: "second", answered: second.count, p50Ms: second.percentile(0.5), p99Ms: second.percentile(0.99) };
  }

  total(): LoadTotal {
    return {
      kind: "total",
      answered: this.#all.count,
      cut: this.#cut,
      statuses: this.#statuses,
      p50Ms: this.#all.percentile(0.5),
      p99Ms: this.#all.percentile(0.99),
      slowestMs: this.#all.slowest,
      unexpected: this.#unexpected,
    };
  }
}

class Histogram {
  count = 0;
  slowest = 0;
  readonly #counts = new Uint32Array(buckets);

  add(ms: number): void {
    const bucket = Math.min(Math.floor(ms / bucketMs), buckets - 1);
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1;
    this.count += 1;
    this.slowest = Math.max(this.slowest, ms);
  }

  percentile(share: number): number {
    const wanted = Math.ceil(this.count * share);
    let below = 0;
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      below += this.#counts[bucket] as number;
      if (below >= wanted && below > 0) return Math.min((bucket + 1) * bucketMs, this.slowest);
    }
    return 0;
  }
}
