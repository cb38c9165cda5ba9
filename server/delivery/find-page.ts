import { crc32 } from "node:zlib";
import { addressOf } from "../features/page-links";
import { findDocument, renderDocument } from "../features/versions";
import type { Site } from "../site";
import type { Reader } from "../storage/port";
import { LivePage } from "./live-page";
import type { Place } from "./place";
import { type BuiltPage, findPageAt } from "./queries";
import { addressMark, markStart, type RenderedPage, tokenMark } from "./render";
import { visitorToken } from "./visitor-token";

interface Reading {
  db: Reader;
  site: Site;
}

/** What is at a place: a page, or what is left of one that was taken away. */
export type Found = { page: LivePage } | { goneWith: string } | undefined;

export async function findLivePage(reading: Reading, place: Place): Promise<Found> {
  const { tenantId, domainKey, path } = place;
  const row = await findPageAt(reading.db, tenantId, domainKey, path);
  if (row?.page_status !== "published") return undefined;
  if (row.audience_archived_at !== null) return { goneWith: row.brand_id };
  const rendered = await renderedOf(reading, tenantId, row.audience_id, row.version_id, row);
  if (!rendered) return undefined;
  const about = [tenantId, row.page_id, row.audience_id];
  const address = addressOf(reading.site, row.tenant_name, row) ?? `${place.origin}${place.prefix}${path}`;
  const html = completed(rendered.html, address, visitorToken(reading.site, tenantId, row.audience_id));
  const tag = `${rendered.contentHash}.${crc32(address).toString(36)}`;
  return { page: new LivePage({ ...rendered, html, about, tag, isSecure: place.origin.startsWith("https:") }) };
}

/** With what is known only when it is served. */
export function completed(html: string, address: string, token: string): string {
  const escaped = /[&'"<>]/.test(address) ? address.replace(/[&'"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`) : address;
  const [first = "", ...rest] = html.split(markStart);
  let whole = first;
  for (const piece of rest) {
    if (piece.startsWith(addressMark)) whole += escaped + piece.slice(addressMark.length);
    else if (piece.startsWith(tokenMark)) whole += token + piece.slice(tokenMark.length);
    else whole += markStart + piece;
  }
  return whole;
}

/** With the name of what it was made from. */
type KeptPage = RenderedPage & { contentHash: string };

/** What was kept when it was built, or for what is older than that, made now. */
export async function renderedOf(
  { db, site }: Reading,
  tenantId: string,
  audienceId: string,
  versionId: string,
  { html, sources, content_hash, is_indexed }: Omit<BuiltPage, "page_id">,
): Promise<KeptPage | undefined> {
  if (html !== null && sources !== null && content_hash !== null) {
    return { html, sources, isIndexed: is_indexed === 1, contentHash: content_hash };
  }
  const built = await findDocument(db, tenantId, audienceId, versionId);
  return built && { ...renderDocument({ tenantId, site }, built.document), contentHash: built.content_hash };
}
