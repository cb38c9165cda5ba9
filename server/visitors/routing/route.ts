import type { Site } from "../../context";
import { escapedPath, normalPath } from "../../features/page-links";
import type { Host, Hosts } from "./hosts";

/** Whose page an address may lead to. */
export interface Route {
  tenantId: string;
  /** The tenant's domain; empty on the service's own host. */
  domainKey: string;
  /** The path of a link, in its normal form. */
  path: string;
  /** As visitors see the address. */
  publicUrl: string;
  /** As most requests for it spell their URL. Whatever the spelling, a page is cached under this one. */
  address: string;
  /** The right path, for one that ends with a slash too many. */
  redirectTo?: string;
}

/** A request's URL without its query. */
export function withoutQuery(url: string): string {
  const question = url.indexOf("?");
  const hash = url.indexOf("#");
  const end = question < 0 ? hash : hash < 0 ? question : Math.min(question, hash);
  return end < 0 ? url : url.slice(0, end);
}

/** A request's query with its question mark; empty if there is none. */
export function queryOf(url: string): string {
  const [beforeHash = ""] = url.split("#", 1);
  return beforeHash.slice(withoutQuery(url).length);
}

/** Without a usable Host header the address is the path alone, and the host's name is empty. */
export function splitAddress(address: string): { hostName: string; path: string } {
  if (address.startsWith("/")) return { hostName: "", path: address };
  const start = address.indexOf("://") + 3;
  const slash = address.indexOf("/", start);
  return { hostName: address.slice(start, slash), path: address.slice(slash) };
}

/** Undefined where no page can be. */
export function routeOf(
  hosts: Hosts,
  host: Host,
  path: string,
  { pagesUrl }: Site,
): Route | undefined | Promise<Route | undefined> {
  if (!host.own) {
    const { tenantId, domainKey, domain } = host;
    return routeIn({ tenantId, domainKey, prefix: "", origin: `https://${domain}`, host: domain }, path);
  }
  const [, name = "", rest = ""] = /^\/([a-z0-9-]{1,63})(\/.*)?$/.exec(path) ?? [];
  if (name === "") return undefined;
  const routeOfTenant = (tenantId: string | undefined) =>
    tenantId === undefined
      ? undefined
      : routeIn({ tenantId, domainKey: "", prefix: `/${name}`, origin: pagesUrl, host: hosts.ownHost }, rest || "/");
  const tenantId = hosts.tenantNamed(name);
  return typeof tenantId === "string" ? routeOfTenant(tenantId) : tenantId.then(routeOfTenant);
}

interface Base {
  tenantId: string;
  domainKey: string;
  /** What comes before a link's path on the service's own host: the tenant's name. */
  prefix: string;
  origin: string;
  host: string;
}

function routeIn({ tenantId, domainKey, prefix, origin, host }: Base, given: string): Route | undefined {
  const normal = normalPath(given);
  if ("fault" in normal) return undefined;
  const { path } = normal;
  const spelled = `${prefix}${escapedPath(path)}`;
  // Requests arrive unencrypted: HTTPS ends at the proxy before this service.
  const address = `http://${host}${spelled}`;
  const route = { tenantId, domainKey, path, publicUrl: `${origin}${spelled}`, address };
  const hasSlash = path !== "/" && given.endsWith("/");
  return hasSlash ? { ...route, redirectTo: spelled } : route;
}
