import { idleEndMs, longestVisitMs } from "../../visits/session-rules";
import { type Visit, type VisitedPage, type VisitSignal, visitOf } from "../../visits/visit-events";
import type { Networks } from "./networks";

const dayMs = 86_400_000;
const nameLength = 22;
const maxOngoing = 10_000;

/** Who looks at a page without JavaScript, or asks for it, as far as a request tells. */
export interface Viewer {
  /** What the browser calls itself. */
  agent: string;
  token: VisitedPage;
  /** Undefined when anybody may be behind the address. */
  network: string | undefined;
  isAnonymous: boolean;
  now: number;
}

/** A visit without JavaScript. */
export interface OngoingVisit {
  visit: Visit;
  startedAt: number;
  lastSeenAt: number;
  /** What is recorded of it: that it went on in some part of the day, and had a campaign, and what told whose it is. */
  told: { part: number | undefined; hasCampaign: boolean; signals: Set<VisitSignal> };
}

/**
 * Which visits without JavaScript go on: the network and the browser tell visitors apart. In memory alone, and known by hashes whose
 * key lives a day. What another process has seen, or this one no longer knows, is a new visit.
 */
export class Views {
  readonly #networks: Networks;
  /** The one that was quiet for longest first. Of those who want privacy the last one each, for what they send: its name is chance. */
  readonly #ongoing = new Map<string, OngoingVisit>();

  constructor(networks: Networks) {
    this.#networks = networks;
  }

  /** How many visits are remembered. */
  get size(): number {
    return this.#ongoing.size;
  }

  /** The visit that a view belongs to. Nobody who wants privacy is recognised. */
  visitOf(viewer: Viewer): OngoingVisit {
    const ongoing = (viewer.isAnonymous ? undefined : this.#find(viewer)) ?? {
      visit: this.#visitAt(viewer, viewer.now) ?? this.#visit(viewer, crypto.randomUUID()),
      startedAt: viewer.now,
      lastSeenAt: viewer.now,
      told: { part: undefined, hasCampaign: false, signals: new Set() },
    };
    this.#remember(viewer, ongoing);
    return ongoing;
  }

  /** Visits that this visitor may be in the middle of. None when nothing tells visitors apart. */
  recent(viewer: Viewer): Visit[] {
    const ongoing = this.#find(viewer);
    if (ongoing === undefined)
      return [viewer.now, viewer.now - idleEndMs].flatMap((moment) => this.#visitAt(viewer, moment) ?? []);
    // What is sent is a sign of life, too.
    if (!viewer.isAnonymous) this.#remember(viewer, ongoing);
    return [ongoing.visit];
  }

  /**
   * In place of the name that a tab has given. It may have had that name before its visits became anonymous, so nothing that is kept
   * may lead from one to the other.
   */
  nameAnew(name: string, now: number): string {
    return shortened(this.#networks.hash("name", name, now));
  }

  /** All that a machine asks for within a day. Never the visit of somebody who looks at the page. */
  visitOfMachine(viewer: Viewer): Visit {
    return this.#visitAt(viewer, viewer.now, dayMs) ?? this.#visit(viewer, crypto.randomUUID());
  }

  #find(viewer: Viewer): OngoingVisit | undefined {
    const ongoing = this.#ongoing.get(this.#ongoingName(viewer));
    return ongoing && isOngoing(ongoing, viewer.now) ? ongoing : undefined;
  }

  /** Named after when it began: one that is no longer remembered goes on under its name for the rest of that half hour. */
  #visitAt(viewer: Viewer, moment: number, lengthMs = idleEndMs): Visit | undefined {
    if (viewer.network === undefined || viewer.isAnonymous) return undefined;
    return this.#visit(viewer, this.#nameOf(viewer, `${lengthMs} ${Math.floor(moment / lengthMs)}`));
  }

  #remember(viewer: Viewer, ongoing: OngoingVisit): void {
    const { network, now } = viewer;
    if (network === undefined) return;
    const name = this.#ongoingName(viewer);
    ongoing.lastSeenAt = now;
    this.#ongoing.delete(name);
    this.#ongoing.set(name, ongoing);
    for (const [oldest, { lastSeenAt }] of this.#ongoing) {
      if (now - lastSeenAt < idleEndMs && this.#ongoing.size <= maxOngoing) return;
      this.#ongoing.delete(oldest);
    }
  }

  #ongoingName(viewer: Viewer): string {
    return this.#nameOf(viewer, viewer.isAnonymous ? "unnamed" : "ongoing");
  }

  #nameOf({ agent, token, network, now }: Viewer, purpose: string): string {
    return this.#networks.hash(`${token.audienceId} ${token.person} ${purpose}`, `${network}\n${agent}`, now);
  }

  #visit({ token, isAnonymous }: Viewer, name: string): Visit {
    return visitOf(token, `view${shortened(name)}`, isAnonymous);
  }
}

function isOngoing({ startedAt, lastSeenAt }: OngoingVisit, now: number): boolean {
  return now - lastSeenAt < idleEndMs && now - startedAt < longestVisitMs;
}

function shortened(name: string): string {
  return name
    .replace(/[^a-zA-Z0-9]/g, "")
    .toLowerCase()
    .slice(0, nameLength);
}
