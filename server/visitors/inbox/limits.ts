const minuteMs = 60_000;
const maxKeys = 100_000;

/** Limits how many there are in a minute, for each key. */
export class MinuteLimit {
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(
    readonly perMinute: number,
    readonly monotonic: () => number,
  ) {}

  /** Counts one more; false when there were too many. */
  take(key: string): boolean {
    const minute = Math.floor(this.monotonic() / minuteMs);
    if (minute !== this.#minute || this.#counts.size > maxKeys) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= this.perMinute;
  }
}

/** Limits how many are under way at the same time, for each key. */
export class OpenLimit {
  readonly #counts = new Map<string, number>();

  constructor(readonly atOnce: number) {}

  /** False when as many as may be are under way. */
  take(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.atOnce) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  release(key: string): void {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
