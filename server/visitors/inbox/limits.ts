const minuteMs = 60_000;
const maxKeys = 100_000;

/** Counts by the minute, for each key. */
export class MinuteLimit {
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(
    readonly perMinute: number,
    readonly clock: () => number,
  ) {}

  /** Counts one more; false when there were too many. */
  take(key: string): boolean {
    const minute = Math.floor(this.clock() / minuteMs);
    if (minute !== this.#minute || this.#counts.size > maxKeys) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= this.perMinute;
  }
}

const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i;
const privateIpv4 = /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./;
const privateIpv6 = /^(::1$|f[cd]|fe[89ab])/i;

/**
 * Whom an address belongs to: of IPv6, one customer has 2^64 addresses. Undefined for a private address: that is a proxy before
 * this service, and behind it may be anybody.
 */
export function networkOf(address: string): string | undefined {
  const v4 = ipv4.exec(address)?.[1];
  if (v4 !== undefined) return privateIpv4.test(v4) ? undefined : v4;
  return privateIpv6.test(address) ? undefined : first64Bits(address);
}

function first64Bits(address: string): string {
  const [before = "", after] = address.toLowerCase().split("::");
  const groups = before.split(":").filter((group) => group !== "");
  // What "::" leaves out is zero, up to the groups after it.
  const missing = after === undefined ? 0 : 8 - groups.length - after.split(":").filter((group) => group !== "").length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(after ?? "").split(":")];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
