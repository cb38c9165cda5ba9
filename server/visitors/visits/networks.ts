import { createHmac, randomBytes } from "node:crypto";
import type { Visit, VisitSignal } from "../../visits/visit-events";
import { isRecent } from "./recent";
import { SharedMemory } from "./shared-memory";

const dayMs = 86_400_000;
/** A network that opens the pages of this many persons within this time is a mail gateway. */
const manyPersons = 3;
const manyPersonsMs = 60_000;
/** A scanner follows links soon after it has loaded a page, or loads the page soon after the link. */
const decoyMs = 600_000;
const rememberedMs = 600_000;
const maxOpened = 200;
/** Of all networks together, each of which takes as much memory as some visits more. */
const maxOpenedInAll = 100_000;
const weightOfNetwork = 5;
const maxDecoys = 20;

interface Opened {
  visit: Visit;
  /** Empty if the page was made for nobody in particular. */
  person: string;
  /** The last time. By the page's own clock: whoever comes back to a tab after a long while opens nothing. */
  at: number;
  lastSeenAt: number;
  /** What is recorded. */
  told: Set<VisitSignal>;
}

/** What a network tells about one of its visits. */
interface NetworkSignal {
  opened: { readonly visit: Visit; readonly told: Set<VisitSignal> };
  signal: VisitSignal;
}

interface Network {
  hash: string;
  /** By the visit's key. */
  opened: Map<string, Opened>;
  /** When a decoy link was followed, by the audience on whose page it was. */
  decoys: Map<string, number>;
  lastSeenAt: number;
  /** The last look found something that is not recorded yet. */
  hasUntold: boolean;
}

/**
 * What was opened lately from where, in memory alone. A network is known by a keyed hash, and the key lives a day, so nobody can
 * tell later whose network it was.
 */
export class Networks {
  #key = randomBytes(32);
  #keyFrom = 0;
  readonly #byHash = new SharedMemory<Network>(maxOpenedInAll);

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

  /**
   * Notes that something came of a visit whose page was opened so many milliseconds ago. Returns what is to be recorded of it and of
   * those before it, each time until `recorded` is told. No milliseconds: it is being opened, which without JavaScript each view is.
   */
  seen(network: string, visit: Visit, person: string, now: number, openMs: number): NetworkSignal[] {
    const known = this.#network(visit.page.tenantId, network, now);
    const isNew = !known.opened.has(visit.visitKey);
    const one = known.opened.get(visit.visitKey) ?? this.#add(known, visit, person, now, openMs);
    one.lastSeenAt = now;
    if (openMs === 0) one.at = now;
    // Most batches are of a visit that is known, and tell nothing new of its network.
    const signals = isNew || openMs === 0 || known.hasUntold ? manyPersonsPages(known, now) : [];
    const decoyedAt = known.decoys.get(visit.page.audienceId);
    if (decoyedAt !== undefined && isRecent(decoyedAt, now, decoyMs)) signals.push({ opened: one, signal: "decoy_link" });
    const untold = signals.filter(({ opened, signal }) => !opened.told.has(signal));
    known.hasUntold = untold.length > 0;
    return untold;
  }

  recorded(signals: readonly NetworkSignal[]): void {
    for (const { opened, signal } of signals) opened.told.add(signal);
  }

  #add(known: Network, visit: Visit, person: string, now: number, openMs: number): Opened {
    for (const [key, { lastSeenAt }] of known.opened) {
      if (known.opened.size < maxOpened && isRecent(lastSeenAt, now, rememberedMs)) continue;
      known.opened.delete(key);
    }
    const opened = { visit, person, at: now - openMs, lastSeenAt: now, told: new Set<VisitSignal>() };
    known.opened.set(visit.visitKey, opened);
    this.#remember(visit.page.tenantId, known);
    return opened;
  }

  /** Notes that a decoy link was followed. Returns the visits of its page that came from the same network. */
  followDecoy(network: string, page: Visit["page"], now: number): Visit[] {
    const known = this.#network(page.tenantId, network, now);
    if (known.decoys.size >= maxDecoys) known.decoys.clear();
    known.decoys.set(page.audienceId, now);
    return [...known.opened.values()]
      .filter(({ visit, at }) => visit.page.audienceId === page.audienceId && isRecent(at, now, decoyMs))
      .map(({ visit }) => visit);
  }

  #network(tenantId: string, network: string, now: number): Network {
    const hash = this.hash(tenantId, network, now);
    const known = this.#byHash.get(hash) ?? { hash, opened: new Map(), decoys: new Map(), lastSeenAt: now, hasUntold: false };
    known.lastSeenAt = now;
    this.#remember(tenantId, known);
    this.#byHash.forget(({ lastSeenAt }) => !isRecent(lastSeenAt, now, rememberedMs));
    return known;
  }

  #remember(tenantId: string, known: Network): void {
    this.#byHash.set(tenantId, known.hash, known, weightOfNetwork + known.opened.size);
  }
}

function manyPersonsPages({ opened }: Network, now: number): NetworkSignal[] {
  const lately = [...opened.values()].filter(({ person, at }) => person !== "" && isRecent(at, now, manyPersonsMs));
  const persons = new Set(lately.map(({ person }) => person));
  return persons.size < manyPersons ? [] : lately.map((one) => ({ opened: one, signal: "many_persons_pages" }));
}
