import { createHmac, randomBytes } from "node:crypto";
import type { VisitSignal } from "../../visits/visit-events";
import { MinuteLimit } from "../inbox/limits";
import type { Viewer } from "./views";

/** Of requests that are noted: a machine may ask for pages as often as it likes. */
const networkPerMinute = 120;
const tenantPerMinute = 6_000;
const rememberedMs = 86_400_000;
const maxRemembered = 50_000;
/** A page that is shown tells of its visit sooner than this. */
const waitMs = 20_000;
const lookMs = 500;
const maxWaiting = 10_000;
/** Thousands that came together would otherwise be noted together, and hold up everybody. */
const notedAtOnce = 50;
const pauseMs = 10;

/** Who has asked for a page, and what the request's headers tell of it. */
export interface MachineRequest extends Viewer {
  signals: readonly VisitSignal[];
}

type Sender = Pick<Viewer, "token" | "network" | "agent">;

interface Waiting {
  asked: MachineRequest;
  since: number;
}

/**
 * Machines that ask for a page and then tell nothing of a visit. Each is noted once a day, so that it does not matter how often it
 * asks. In memory alone: what waits when the process ends is forgotten.
 */
export class MachineRequests {
  readonly #monotonic: () => number;
  readonly #note: (asked: MachineRequest) => void;
  readonly #networkLimit: MinuteLimit;
  readonly #tenantLimit: MinuteLimit;
  /** Lives as long as what is noted, so that nobody can tell later whose network it was. */
  #key = randomBytes(32);
  #noted = new Set<string>();
  #notedFrom: number;
  /** Oldest first. */
  readonly #waiting = new Map<string, Waiting>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(monotonic: () => number, note: (asked: MachineRequest) => void) {
    this.#monotonic = monotonic;
    this.#note = note;
    this.#notedFrom = monotonic();
    this.#networkLimit = new MinuteLimit(networkPerMinute, monotonic);
    this.#tenantLimit = new MinuteLimit(tenantPerMinute, monotonic);
  }

  /** Leaves out one that is known, and one too many. */
  add(asked: MachineRequest): void {
    const now = this.#monotonic();
    if (now - this.#notedFrom > rememberedMs || this.#noted.size >= maxRemembered) {
      this.#key = randomBytes(32);
      this.#noted = new Set();
      this.#notedFrom = now;
    }
    const { network, token } = asked;
    const name = this.#nameOf(asked);
    if (this.#noted.has(name) || this.#waiting.size >= maxWaiting) return;
    if ((network !== undefined && !this.#networkLimit.take(network)) || !this.#tenantLimit.take(token.tenantId)) return;
    this.#noted.add(name);
    this.#waiting.set(name, { asked, since: now });
    this.#wait();
  }

  /** The page tells of a visit, which is recorded with all that is known of who has opened it. */
  told(sender: Sender): void {
    if (this.#waiting.size > 0) this.#waiting.delete(this.#nameOf(sender));
  }

  #wait(ms = lookMs): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const isAll = this.#noteSome();
      if (this.#waiting.size > 0) this.#wait(isAll ? lookMs : pauseMs);
    }, ms).unref();
  }

  /** False when there may be more that have waited long enough. */
  #noteSome(): boolean {
    const now = this.#monotonic();
    let left = notedAtOnce;
    for (const [name, { asked, since }] of this.#waiting) {
      if (now - since < waitMs) return true;
      if (left === 0) return false;
      left -= 1;
      this.#waiting.delete(name);
      this.#note(asked);
    }
    return true;
  }

  #nameOf({ token, network = "", agent }: Sender): string {
    return createHmac("sha256", this.#key).update(`${token.audienceId} ${network} ${agent}`).digest("base64");
  }
}
