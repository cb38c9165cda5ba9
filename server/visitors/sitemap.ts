import { escapedPath } from "../features/page-links";
import { escapeHtml } from "../rendering";
import type { Database } from "../storage/port";
import type { Host } from "./routing/hosts";
import { nextAddresses } from "./routing/queries";
import type { VisitorServices } from "./services";

/** The limit that the sitemap protocol sets. */
const maxAddresses = 50_000;
/** Links that are read for one sitemap, listed or not. */
const maxLinks = 200_000;
const maxLength = 5_000_000;
const linksPerQuery = 500;
const cachedMs = 60_000;
const maxCached = 100;

/** The sitemap of a tenant's domain. The service's own host has none: it would show strangers who the tenants are. */
export function createSitemaps({ db, clock }: VisitorServices): (host: Host) => Promise<Response | undefined> {
  const cached = new Map<string, { until: number; text: Promise<string> }>();

  return async (host) => (host.own ? undefined : plain("application/xml; charset=utf-8", await sitemapOf(host)));

  /** Written at most once a minute, since it reads all links of the domain. */
  function sitemapOf(host: Host & { own: false }): Promise<string> {
    const now = clock();
    const before = cached.get(host.domainKey);
    if (before && before.until > now) return before.text;
    if (cached.size >= maxCached) cached.clear();
    const text = writeSitemap(db, host);
    cached.set(host.domainKey, { until: now + cachedMs, text });
    text.catch(() => cached.delete(host.domainKey));
    return text;
  }
}

/** What a page loads, and the picture that networks show where its address is shared. Files to download are not for crawlers. */
const openFolders = ["assets", "fonts", "icons", "scripts", "share"];

export function robotsAnswer(host: Host): Response {
  const allowed = openFolders.map((folder) => `Allow: /_foyer/${folder}/\n`).join("");
  const common = `User-agent: *\nDisallow: /_foyer/assets/*/file\n${allowed}Disallow: /_foyer/\n`;
  const text = host.own ? common : `${common}\nSitemap: https://${host.domain}/sitemap.xml\n`;
  return plain("text/plain; charset=utf-8", text);
}

async function writeSitemap(db: Database, { tenantId, domainKey, domain }: Host & { own: false }): Promise<string> {
  const lines: string[] = [];
  let after = "";
  let length = 0;
  for (let seen = 0; seen < maxLinks && lines.length < maxAddresses && length < maxLength; seen += linksPerQuery) {
    const links = await nextAddresses(db, tenantId, domainKey, after, linksPerQuery);
    for (const { path, published_at, is_listed } of links) {
      if (is_listed === 0) continue;
      const day = new Date(published_at).toISOString().slice(0, 10);
      length += path.length;
      lines.push(`<url><loc>https://${domain}${escapeHtml(escapedPath(path))}</loc><lastmod>${day}</lastmod></url>`);
    }
    if (links.length < linksPerQuery) break;
    after = links.at(-1)?.page_link_id ?? after;
  }
  const urls = lines.slice(0, maxAddresses).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

function plain(contentType: string, text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": contentType,
      "content-security-policy": "default-src 'none'",
      "cache-control": "public, max-age=60",
    },
  });
}
