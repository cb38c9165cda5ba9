import { type Visit, type VisitedPage, visitOf } from "../../visits/visit-events";
import type { Networks } from "./networks";

const viewMs = 30 * 60_000;
const dayMs = 86_400_000;
const nameLength = 22;

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

  constructor(networks: Networks) {
    this.#networks = networks;
  }

  visitOf(viewer: Viewer): Visit {
    return this.#visitAt(viewer, viewer.now) ?? this.#visit(viewer, crypto.randomUUID());
  }

  /** Visits that this visitor may be in the middle of. None when nothing tells visitors apart. */
  recent(viewer: Viewer): Visit[] {
    return [viewer.now, viewer.now - viewMs].flatMap((moment) => this.#visitAt(viewer, moment) ?? []);
  }

  /** All that a machine asks for within a day. Never the visit of somebody who looks at the page. */
  visitOfMachine(viewer: Viewer): Visit {
    return this.#visitAt(viewer, viewer.now, dayMs) ?? this.#visit(viewer, crypto.randomUUID());
  }

  #visitAt(viewer: Viewer, moment: number, lengthMs = viewMs): Visit | undefined {
    const { agent, token, network, isAnonymous, now } = viewer;
    if (network === undefined || isAnonymous) return undefined;
    const purpose = `${token.audienceId} ${lengthMs} ${Math.floor(moment / lengthMs)}`;
    return this.#visit(viewer, this.#networks.hash(purpose, `${network}\n${agent}`, now));
  }

  #visit({ token, isAnonymous }: Viewer, name: string): Visit {
    const plain = name.replace(/[^a-zA-Z0-9]/g, "").toLowerCase();
    return visitOf(token, `view${plain.slice(0, nameLength)}`, isAnonymous);
  }
}
