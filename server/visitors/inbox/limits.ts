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

interface PerMinute {
  network: number;
  audience: number;
  tenant: number;
}

/** Limits what comes in a minute from a network, and for an audience and a tenant. What is refused counts too. */
export class FormLimits {
  readonly #networks: MinuteLimit;
  readonly #audiences: MinuteLimit;
  readonly #tenants: MinuteLimit;

  constructor({ network, audience, tenant }: PerMinute, monotonic: () => number) {
    this.#networks = new MinuteLimit(network, monotonic);
    this.#audiences = new MinuteLimit(audience, monotonic);
    this.#tenants = new MinuteLimit(tenant, monotonic);
  }

  /** Undefined for a network that may be that of many clients, which is not limited. */
  takeNetwork(network: string | undefined): boolean {
    return network === undefined || this.#networks.take(network);
  }

  takePage({ audienceId, tenantId }: { audienceId: string; tenantId: string }): boolean {
    return this.#audiences.take(audienceId) && this.#tenants.take(tenantId);
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
