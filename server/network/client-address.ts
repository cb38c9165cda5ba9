import { isIP } from "node:net";
import { createNetworks, isPrivate, plainAddress } from "./networks";

/** Who is at the other end of a connection; the server's own shape. */
export interface Peers {
  requestIP(request: Request): { address: string } | null;
}

export interface Client {
  /** Empty if it is not known. */
  address: string;
  /**
   * False for a private address at the other end of the connection that nobody has named as a proxy: it may still be one, with
   * anybody behind it.
   */
  isOneClient: boolean;
}

export type ClientAddress = (request: Request, peers: Peers) => Client;

/** More hops than any chain of proxies has. */
const maxHops = 20;

/**
 * The address from the socket, unless that is a proxy the operator named: then the last address in what the proxy passed on
 * that is not such a proxy itself. What stands further to the left, the client may have made up.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createNetworks(trustedProxies);
  return (request, peers) => {
    const peer = plainAddress(peers.requestIP(request)?.address ?? "");
    if (!isTrusted(peer)) return { address: peer, isOneClient: peer !== "" && !isPrivate(peer) };
    let nearest = peer;
    for (const hop of hopsOf(request.headers).slice(-maxHops).reverse()) {
      if (isIP(hop) === 0) break;
      nearest = hop;
      if (!isTrusted(hop)) break;
    }
    return { address: nearest, isOneClient: !isTrusted(nearest) };
  };
}

/** From `X-Forwarded-For`, or else from `Forwarded` (RFC 7239); the last one is the nearest. */
function hopsOf(headers: Headers): string[] {
  const forwardedFor = headers.get("x-forwarded-for");
  if (forwardedFor !== null) return forwardedFor.split(",").map(addressIn);
  const forwarded = headers.get("forwarded");
  if (forwarded === null) return [];
  return forwarded.split(",").map((hop) => addressIn(/(?:^|;)\s*for=("[^"]*"|[^;\s]*)/i.exec(hop)?.[1] ?? ""));
}

/** Without quotes, brackets and port. */
function addressIn(text: string): string {
  const plain = text.trim().replace(/^"|"$/g, "");
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(plain)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(plain)?.[1] ?? plain;
  return plainAddress(address);
}
