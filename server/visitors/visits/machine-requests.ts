import type { VisitedPage } from "../../visits/visit-events";
import { MinuteLimit } from "../inbox/limits";

/** Of requests that are noted: a machine may ask for pages as often as it likes. */
const networkPerMinute = 120;
const tenantPerMinute = 6_000;
const rememberedMs = 86_400_000;
const maxRemembered = 50_000;

/** Which machines have asked for which pages lately, so that each is noted once. In memory alone. */
export class MachineRequests {
  readonly #monotonic: () => number;
  readonly #networkLimit: MinuteLimit;
  readonly #tenantLimit: MinuteLimit;
  #noted = new Set<bigint>();
  #notedFrom: number;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
    this.#notedFrom = monotonic();
    this.#networkLimit = new MinuteLimit(networkPerMinute, monotonic);
    this.#tenantLimit = new MinuteLimit(tenantPerMinute, monotonic);
  }

  /** Whether to note this request: not one that is known, nor one too many. */
  isNew({ headers, method }: Request, { tenantId, audienceId }: VisitedPage, network: string | undefined): boolean {
    const now = this.#monotonic();
    if (now - this.#notedFrom > rememberedMs || this.#noted.size >= maxRemembered) {
      this.#noted = new Set();
      this.#notedFrom = now;
    }
    const one = Bun.hash(`${audienceId} ${network} ${method} ${headers.get("user-agent")}`) as bigint;
    if (this.#noted.has(one)) return false;
    if ((network !== undefined && !this.#networkLimit.take(network)) || !this.#tenantLimit.take(tenantId)) return false;
    this.#noted.add(one);
    return true;
  }
}
