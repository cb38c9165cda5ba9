import type { Site } from "../../context";
import { escapedPath, normalPath } from "../../features/page-links";
import type { Host, Hosts } from "./hosts";

/** Whose an address is, and what is left of its path. */
export interface Place {
  tenantId: string;
  /** Of the tenant's domain; empty on the service's own host. */
  domainKey: string;
  /** In its normal form. */
  path: string;
  /** What comes before it on the service's own host: the tenant's name. */
  prefix: string;
  /** The address without any path, as the outside sees it. */
  origin: string;
  /** The right spelling, for one with a slash too many at its end. */
  movedTo?: string;
}

/** Of a request's URL, without its query. */
export function addressIn(url: string): string {
  const question = url.indexOf("?");
  const hash = url.indexOf("#");
  const end = question < 0 ? hash : hash < 0 ? question : Math.min(question, hash);
  return end < 0 ? url : url.slice(0, end);
}

/** The name is empty without a usable Host header: the address is the path alone then. */
export function partsOf(address: string): { name: string; path: string } {
  if (address.startsWith("/")) return { name: "", path: address };
  const start = address.indexOf("://") + 3;
  const slash = address.indexOf("/", start);
  return { name: address.slice(start, slash), path: address.slice(slash) };
}

/** Undefined where there can be nothing. */
export function placeOf(
  hosts: Hosts,
  host: Host,
  path: string,
  { pagesUrl }: Site,
): Place | undefined | Promise<Place | undefined> {
  if (!host.own) {
    const { tenantId, domainKey, domain } = host;
    return spelled(tenantId, domainKey, "", `https://${domain}`, path);
  }
  const [, name = "", rest = ""] = /^\/([a-z0-9-]{1,63})(\/.*)?$/.exec(path) ?? [];
  if (name === "") return undefined;
  const placed = (tenantId: string | undefined) =>
    tenantId === undefined ? undefined : spelled(tenantId, "", `/${name}`, pagesUrl, rest || "/");
  const tenantId = hosts.tenantNamed(name);
  return typeof tenantId === "string" ? placed(tenantId) : tenantId.then(placed);
}

function spelled(tenantId: string, domainKey: string, prefix: string, origin: string, given: string): Place | undefined {
  const normal = normalPath(given);
  if ("fault" in normal) return undefined;
  const { path } = normal;
  const place = { tenantId, domainKey, path, prefix, origin };
  const hasSlash = path !== "/" && given.endsWith("/");
  return hasSlash ? { ...place, movedTo: `${prefix}${escapedPath(path)}` } : place;
}

/** Whether it is the spelling under which a page is kept in memory: others would only take its room. */
export function isUsual(address: string, { prefix, path }: Place, usualPort: string): boolean {
  const [, port = "", given = ""] = /^http:\/\/(?:\[[^\]]*\]|[^:/]*)(?::(\d+))?(\/.*)$/.exec(address) ?? [];
  const tail = path === "/" && prefix !== "" ? "" : escapedPath(path);
  return given === `${prefix}${tail}` && (port === "" || port === usualPort);
}
