import type { Site } from "../../context";
import type { LiveLink } from "./queries";

/** A normal path in percent-encoding. */
export function escapedPath(path: string): string {
  return path.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** Null on a domain that is not verified, where nothing is served. */
export function addressOf(
  { pagesUrl }: Pick<Site, "pagesUrl">,
  tenantName: string,
  { domain_key, domain, path }: Pick<LiveLink, "domain_key" | "domain" | "path">,
): string | null {
  const spelled = escapedPath(path);
  if (domain_key === "") return `${pagesUrl}/${tenantName}${spelled}`;
  return domain === null ? null : `https://${domain}${spelled}`;
}
