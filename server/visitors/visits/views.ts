import { idleEndMs, longestVisitMs } from "../../visits/session-rules";
import { type Campaign, type Visit, type VisitedPage, type VisitSignal, visitOf } from "../../visits/visit-events";
import type { Networks } from "./networks";
import { isRecent } from "./recent";
import { SharedMemory } from "./shared-memory";

const dayMs = 86_400_000;
const nameLength = 22;
const maxViewers = 10_000;
/** That a visit goes on is written once in so long, as often as the page's script would tell it. */
const slotMs = 15_000;

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
export class ViewedVisit {
  readonly visit: Visit;
  readonly #startedAt: number;
  lastSeenAt: number;
  /** What is written of it already. */
  #slot: number | undefined;
  #hasCampaign = false;
  readonly #signals = new Set<VisitSignal>();

  constructor(visit: Visit, now: number) {
    this.visit = visit;
    this.#startedAt = now;
    this.lastSeenAt = now;
  }

  seen(now: number): void {
    this.lastSeenAt = now;
  }

  isOngoing(now: number): boolean {
    return isRecent(this.lastSeenAt, now, idleEndMs) && isRecent(this.#startedAt, now, longestVisitMs);
  }

  /**
   * What a view tells that is not written yet: opening the page again and again costs next to nothing. All of it once in a while:
   * what is written may be gone, as that is of which the page was archived meanwhile.
   */
  newsOf({ now, campaign, signals }: View): News {
    const slot = slotOf(now);
    const isNewSlot = this.#slot !== slot;
    const views: News["views"] = [];
    if (!isEmpty(campaign) && (isNewSlot || !this.#hasCampaign)) views.push({ key: "view campaign", utm: campaign });
    if (isNewSlot && (isEmpty(campaign) || this.#hasCampaign)) views.push({ key: `view ${slot}`, utm: {} });
    return { views, signals: signals.filter((signal) => isNewSlot || !this.#signals.has(signal)) };
  }

  written({ now }: View, { views, signals }: News): void {
    this.#slot = slotOf(now);
    if (views.some(({ utm }) => !isEmpty(utm))) this.#hasCampaign = true;
    for (const signal of signals) this.#signals.add(signal);
  }
}

interface View {
  now: number;
  campaign: Campaign;
  signals: readonly VisitSignal[];
}

interface News {
  views: { key: string; utm: Campaign }[];
  signals: VisitSignal[];
}

function slotOf(now: number): number {
  return Math.floor(now / slotMs);
}

function isEmpty(campaign: Campaign): boolean {
  return Object.keys(campaign).length === 0;
}

/**
 * Which visits without JavaScript go on: the network and the browser tell visitors apart. In memory alone, and known by hashes whose
 * key lives a day. What another process has seen, or this one no longer knows, is a new visit.
 */
export class Views {
  readonly #networks: Networks;
  /** The last visit of each viewer of a page, for a day. */
  readonly #last = new SharedMemory<ViewedVisit>(maxViewers);

  constructor(networks: Networks) {
    this.#networks = networks;
  }

  /** How many visits are remembered. */
  get size(): number {
    return this.#last.size;
  }

  /** The visit that a view belongs to. Each view of somebody who wants privacy is one. */
  viewed(viewer: Viewer): ViewedVisit {
    return viewer.isAnonymous ? this.#begin(viewer) : (this.#goOn(viewer) ?? this.#begin(viewer));
  }

  /**
   * The visit that a form or a question belongs to, which is a sign of life as well: the one that goes on, or another one of whoever
   * has looked at the page before. Null for others: no request makes up a visit.
   */
  sent(viewer: Viewer): Visit | null {
    if (!this.#last.get(this.#nameOfViewer(viewer))) return null;
    return (this.#goOn(viewer) ?? this.#begin(viewer)).visit;
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
    const { network, isAnonymous, now } = viewer;
    const isKnown = network !== undefined && !isAnonymous;
    return this.#visit(viewer, isKnown ? this.#nameOf(viewer, `${Math.floor(now / dayMs)}`) : crypto.randomUUID());
  }

  #goOn(viewer: Viewer): ViewedVisit | undefined {
    const last = this.#last.get(this.#nameOfViewer(viewer));
    return last?.isOngoing(viewer.now) ? this.#remember(viewer, last) : undefined;
  }

  #begin(viewer: Viewer): ViewedVisit {
    return this.#remember(viewer, new ViewedVisit(this.#visit(viewer, crypto.randomUUID()), viewer.now));
  }

  #remember(viewer: Viewer, visit: ViewedVisit): ViewedVisit {
    const { network, now, token } = viewer;
    if (network === undefined) return visit;
    visit.seen(now);
    this.#last.set(token.tenantId, this.#nameOfViewer(viewer), visit);
    this.#last.forget(({ lastSeenAt }) => !isRecent(lastSeenAt, now, dayMs));
    return visit;
  }

  /** Somebody who wants privacy is not known again: what they send counts in the last such view of their network and browser. */
  #nameOfViewer(viewer: Viewer): string {
    return this.#nameOf(viewer, viewer.isAnonymous ? "unnamed" : "named");
  }

  #nameOf({ agent, token, network, now }: Viewer, purpose: string): string {
    return this.#networks.hash(`${token.audienceId} ${token.person} ${purpose}`, `${network}\n${agent}`, now);
  }

  #visit({ token, isAnonymous }: Viewer, name: string): Visit {
    return visitOf(token, `view${shortened(name)}`, isAnonymous);
  }
}

function shortened(name: string): string {
  return name
    .replace(/[^a-zA-Z0-9]/g, "")
    .toLowerCase()
    .slice(0, nameLength);
}
