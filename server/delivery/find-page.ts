import { crc32 } from "node:zlib";
import { addressOf, escapedPath } from "../features/page-links";
import { complete } from "./complete";
import { type Keeping, keptPage } from "./kept-page";
import { LivePage } from "./live-page";
import type { Place } from "./place";
import { findLinkPlace, findPageAt } from "./queries";
import { visitorToken } from "./visitor-token";

/** What is at a place: a page, or what is left of one that was taken away. */
export type Found = { page: LivePage } | { goneWith: string } | undefined;

/** `address`: as it was asked for. */
export async function findLivePage(keeping: Keeping, place: Place, address: string): Promise<Found> {
  const { db } = keeping;
  const { tenantId, domainKey, path, origin } = place;
  const row = await findPageAt(db, tenantId, domainKey, path);
  if (row?.page_status !== "published") return undefined;
  if (row.audience_archived_at !== null) return { goneWith: row.brand_id };
  const kept = await keptPage(keeping, tenantId, row.audience_id, row.version_id, row);
  if (!kept) return undefined;
  const canonical = await canonicalAddress(keeping, place, row);
  const page = new LivePage({
    address,
    whole: complete(kept, canonical, visitorToken({ tenantId, audienceId: row.audience_id })),
    sources: kept.sources,
    isIndexed: kept.isIndexed,
    isSecure: origin.startsWith("https:"),
    tag: `${kept.contentHash}.${crc32(canonical).toString(36)}`,
    about: [tenantId, row.page_id, row.audience_id],
  });
  return { page };
}

/** Nearly always the one it was asked for at. */
async function canonicalAddress(
  { db, site }: Keeping,
  { tenantId, origin, prefix, path }: Place,
  row: { page_link_id: string; first_link_id: string },
): Promise<string> {
  const first = row.first_link_id === row.page_link_id ? undefined : await findLinkPlace(db, tenantId, row.first_link_id);
  return (first && addressOf(site, first.tenant_name, first)) ?? `${origin}${prefix}${escapedPath(path)}`;
}
