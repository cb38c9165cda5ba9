import { createHmac, randomBytes } from "node:crypto";
import type { Visit } from "../../visits/visit-events";

const dayMs = 86_400_000;
/** Pages made for so many different persons, opened within this time: a mail gateway looks at them. */
const manyPersons = 3;
const manyPersonsMs = 60_000;
/** A scanner follows links soon after it has loaded a page, or loads the page soon after the link. */
const decoyMs = 600_000;
const maxNetworks = 20_000;
const maxOpened = 20;

interface Opened {
  visit: Visit;
  person: string;
  at: number;
  isMarked: boolean;
}

interface Network {
  opened: Opened[];
  /** When a decoy link was followed, by the audience on whose page it was. */
  decoys: Map<string, number>;
  lastSeenAt: number;
}

/**
 * What was opened lately from where, in memory alone. A network is known by a keyed hash, and the key lives a day, so nobody can
 * tell later whose network it was.
 */
export class Networks {
  #key = randomBytes(32);
  #keyFrom = 0;
  #byHash = new Map<string, Network>();

  /** How many networks are remembered. */
  get size(): number {
    return this.#byHash.size;
  }

  /** A name of this network for a day. The purpose makes names of different purposes different. */
  hash(purpose: string, network: string, now: number): string {
    if (Math.abs(now - this.#keyFrom) > dayMs) {
      this.#key = randomBytes(32);
      this.#keyFrom = now;
      this.#byHash.clear();
    }
    return createHmac("sha256", this.#key).update(`${purpose}\n${network}`).digest("base64url");
  }

  /** Notes that a page was opened. Returns the visits that now look like a scanner's: this one, and those before it. */
  open(network: string, visit: Visit, person: string, now: number): { many: Visit[]; isDecoyed: boolean } {
    const known = this.#network(visit.page.tenantId, network, now);
    known.opened = known.opened.filter(({ at }) => now - at < decoyMs).slice(-maxOpened + 1);
    if (!known.opened.some((before) => before.visit.visitKey === visit.visitKey)) {
      known.opened.push({ visit, person, at: now, isMarked: false });
    }
    const lately = known.opened.filter((one) => one.person !== "" && now - one.at < manyPersonsMs);
    const isMany = new Set(lately.map((one) => one.person)).size >= manyPersons;
    const many = isMany ? lately.filter(({ isMarked }) => !isMarked) : [];
    for (const one of many) one.isMarked = true;
    const decoyedAt = known.decoys.get(visit.page.audienceId);
    return { many: many.map((one) => one.visit), isDecoyed: decoyedAt !== undefined && now - decoyedAt < decoyMs };
  }

  /** Notes that a decoy link was followed. Returns the visits of its page that came from the same network. */
  followDecoy(network: string, page: Visit["page"], now: number): Visit[] {
    const known = this.#network(page.tenantId, network, now);
    if (known.decoys.size >= maxOpened) known.decoys.clear();
    known.decoys.set(page.audienceId, now);
    return known.opened
      .filter(({ visit, at }) => visit.page.audienceId === page.audienceId && now - at < decoyMs)
      .map(({ visit }) => visit);
  }

  #network(tenantId: string, network: string, now: number): Network {
    const hash = this.hash(tenantId, network, now);
    const known = this.#byHash.get(hash) ?? { opened: [], decoys: new Map(), lastSeenAt: now };
    known.lastSeenAt = now;
    // Put at the end, so that the network that was quiet for longest goes first.
    this.#byHash.delete(hash);
    this.#byHash.set(hash, known);
    for (const [oldest, { lastSeenAt }] of this.#byHash) {
      if (this.#byHash.size <= maxNetworks && now - lastSeenAt < decoyMs) break;
      this.#byHash.delete(oldest);
    }
    return known;
  }
}
