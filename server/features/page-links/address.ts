import type { Site } from "../../site";
import type { LiveLink } from "./queries";

/** Where visitors find it; null on a domain that is not verified, where nothing is served. */
export function addressOf(
  { pagesUrl }: Pick<Site, "pagesUrl">,
  tenantName: string,
  { domain_key, domain, path }: Pick<LiveLink, "domain_key" | "domain" | "path">,
): string | null {
  const spelled = path.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
  if (domain_key === "") return `${pagesUrl}/${tenantName}${spelled}`;
  return domain === null ? null : `https://${domain}${spelled}`;
}
