import type { Client } from "../../network/client-address";
import { networkOf } from "../../network/networks";
import { hasBegun } from "../../visits/declared";
import { type Visit, type VisitedPage, visitOf } from "../../visits/visit-events";
import type { VisitorServices } from "../services";
import { agentOf, wantsPrivacy } from "../visits/signals";
import type { Views } from "../visits/views";

interface Sent {
  request: Request;
  client: Client;
  fields: URLSearchParams;
  visited: VisitedPage;
  /** Anybody can make up the name of a visit, so it counts only if the visit has told of itself. */
  mustHaveBegun: boolean;
}

/** The visit during which a form or question was sent. Without JavaScript, that of the same network and browser. */
export async function visitOfForm(
  { db, settings, clock }: VisitorServices,
  views: Views,
  { request, client, fields, visited, mustHaveBegun }: Sent,
): Promise<Visit | null> {
  const { recording } = await settings.of(visited.tenantId);
  if (recording === "off") return null;
  const key = visitKeyIn(fields);
  const isAnonymous = recording === "anonymous" || wantsPrivacy(request) || (key !== null && isPrivate(fields));
  if (key !== null) {
    const isNamedAnew = isAnonymous && !isPrivate(fields);
    const visit = visitOf(visited, isNamedAnew ? views.nameAnew(key, clock()) : key, isAnonymous);
    return mustHaveBegun && !(await hasBegun(db, visited.tenantId, visit)) ? null : visit;
  }
  const network = client.isOneClient ? networkOf(client.address) : undefined;
  const viewer = { agent: agentOf(request), token: visited, network, isAnonymous, now: clock() };
  return views.sent(viewer);
}

/** The name that the tracker gives the visit, in a second field after the page's own empty one. */
export function visitKeyIn(fields: URLSearchParams): string | null {
  return /^visit_([a-z0-9]{26})p?$/.exec(visitIn(fields))?.[1] ?? null;
}

/** Some browsers tell only scripts that their user wants privacy. */
function isPrivate(fields: URLSearchParams): boolean {
  return visitIn(fields).length > "visit_".length + 26;
}

function visitIn(fields: URLSearchParams): string {
  return fields.getAll("_visit").at(-1) ?? "";
}
