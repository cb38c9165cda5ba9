import { crc32 } from "node:zlib";
import { addressOf } from "../features/page-links";
import { complete } from "./complete";
import { type Keeping, keptPage } from "./kept-page";
import { LivePage } from "./live-page";
import type { Place } from "./place";
import { findPageAt } from "./queries";
import { visitorToken } from "./visitor-token";

/** What is at a place: a page, or what is left of one that was taken away. */
export type Found = { page: LivePage } | { goneWith: string } | undefined;

export async function findLivePage(keeping: Keeping, place: Place): Promise<Found> {
  const { db, site } = keeping;
  const { tenantId, domainKey, path, origin, prefix } = place;
  const row = await findPageAt(db, tenantId, domainKey, path);
  if (row?.page_status !== "published") return undefined;
  if (row.audience_archived_at !== null) return { goneWith: row.brand_id };
  const kept = await keptPage(keeping, tenantId, row.audience_id, row.version_id, row);
  if (!kept) return undefined;
  const address = addressOf(site, row.tenant_name, row) ?? `${origin}${prefix}${path}`;
  const page = new LivePage({
    html: complete(kept, address, visitorToken(site, tenantId, row.audience_id)),
    sources: kept.sources,
    isIndexed: kept.isIndexed,
    isSecure: origin.startsWith("https:"),
    tag: `${kept.contentHash}.${crc32(address).toString(36)}`,
    about: [tenantId, row.page_id, row.audience_id],
  });
  return { page };
}
