import { type Visit, type VisitedPage, visitOf } from "../../visits/visit-events";
import type { Networks } from "./networks";

const viewMs = 30 * 60_000;
const dayMs = 86_400_000;
const nameLength = 22;
const maxUnnamed = 10_000;

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

/** Views of one visitor within half an hour are one visit: the network and the browser tell visitors apart. */
export class Views {
  readonly #networks: Networks;
  /**
   * The last visits of those who want privacy, oldest first, for as long as one lives: what they send counts in it. Their stored
   * names are chance.
   */
  readonly #unnamed = new Map<string, { visit: Visit; at: number }>();

  constructor(networks: Networks) {
    this.#networks = networks;
  }

  visitOf(viewer: Viewer): Visit {
    const visit = this.#visitAt(viewer, viewer.now) ?? this.#visit(viewer, crypto.randomUUID());
    if (viewer.isAnonymous) this.#remember(viewer, visit);
    return visit;
  }

  /** Visits that this visitor may be in the middle of. None when nothing tells visitors apart. */
  recent(viewer: Viewer): Visit[] {
    if (viewer.isAnonymous) {
      const last = this.#unnamed.get(this.#nameOf(viewer, "unnamed"));
      return last && viewer.now - last.at < viewMs ? [last.visit] : [];
    }
    return [viewer.now, viewer.now - viewMs].flatMap((moment) => this.#visitAt(viewer, moment) ?? []);
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

  #visitAt(viewer: Viewer, moment: number, lengthMs = viewMs): Visit | undefined {
    if (viewer.network === undefined || viewer.isAnonymous) return undefined;
    return this.#visit(viewer, this.#nameOf(viewer, `${lengthMs} ${Math.floor(moment / lengthMs)}`));
  }

  #nameOf({ agent, token, network, now }: Viewer, purpose: string): string {
    return this.#networks.hash(`${token.audienceId} ${purpose}`, `${network}\n${agent}`, now);
  }

  #remember(viewer: Viewer, visit: Visit): void {
    const { network, now } = viewer;
    if (network === undefined) return;
    const name = this.#nameOf(viewer, "unnamed");
    this.#unnamed.delete(name);
    this.#unnamed.set(name, { visit, at: now });
    for (const [oldest, { at }] of this.#unnamed) {
      if (now - at < viewMs && this.#unnamed.size <= maxUnnamed) return;
      this.#unnamed.delete(oldest);
    }
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
