import { crc32 } from "node:zlib";
import { escapedPath, addressOf as linkAddress } from "../../features/page-links";
import { visitorToken } from "../inbox/page-token";
import { findFirstPlace, findPageAt } from "../routing/queries";
import type { Place } from "../routing/route";
import type { Encoding } from "./encodings";
import { type Keeping, keptPage } from "./kept-page";
import { LivePage } from "./live-page";

/** What is at a place: a page, or what is left of one that was taken away. */
export type Found = { page: LivePage } | { goneWith: string } | undefined;

/** `address`: as it was asked for. */
export async function findLivePage(keeping: Keeping, place: Place, address: string, encoding: Encoding): Promise<Found> {
  const { db } = keeping;
  const { tenantId, domainKey, path, origin } = place;
  const row = await findPageAt(db, tenantId, domainKey, path);
  if (row?.page_status !== "published") return undefined;
  if (row.audience_archived_at !== null) return { goneWith: row.brand_id };
  const canonical = (row.has_older === 1 && (await firstAddress(keeping, tenantId, row.audience_id))) || addressOf(place);
  const served = { address: canonical, token: visitorToken({ tenantId, audienceId: row.audience_id }) };
  const kept = await keptPage(keeping, tenantId, row.audience_id, row.version_id, row, served);
  if (!kept) return undefined;
  const page = new LivePage({
    address,
    encoding,
    parts: kept.parts,
    sources: kept.sources,
    isIndexed: kept.isIndexed,
    isSecure: origin.startsWith("https:"),
    tag: `${kept.contentHash}.${crc32(canonical).toString(36)}`,
    about: [tenantId, row.page_id, row.audience_id],
  });
  return { page };
}

/** Of the audience's oldest link, if it leads anywhere. */
async function firstAddress({ db, site }: Keeping, tenantId: string, audienceId: string): Promise<string | null> {
  const first = await findFirstPlace(db, tenantId, audienceId);
  return first ? linkAddress(site, first.tenant_name, first) : null;
}

function addressOf({ origin, prefix, path }: Place): string {
  return `${origin}${prefix}${escapedPath(path)}`;
}
