import type { Metadata } from "../../../contract";
import type { Reading, Site } from "../../context";
import { Problem } from "../../records/problem";
import { pageAssetPath } from "../../rendering";
import { findAsset } from "../assets";

/** The fields of metadata that answers show, and requests can't send. */
export type SocialImage = Required<Pick<Metadata, "ogImageUrl" | "ogImageFileId" | "twitterImageUrl" | "twitterImageFileId">>;

/** Null for no image. One that was there before may have been trashed since, which is no reason to refuse a change. */
export async function socialImage(
  ctx: Reading,
  assetId: string | null,
  { wasThere = false, at = "body" } = {},
): Promise<SocialImage | null> {
  if (assetId === null) return null;
  const asset = await findAsset(ctx.db, ctx.tenantId, assetId);
  if (!asset || asset.trashed_at !== null || asset.preview_type === null) {
    if (wasThere) return null;
    const problem = { location: `${at}.socialImageAssetId`, code: "not_found", message: "must name an asset that is an image" };
    throw new Problem("validation_failed", { errors: [problem] });
  }
  const path = pageAssetPath({ tenantId: ctx.tenantId, signer: ctx.site.signer }, assetId);
  const url = `${ctx.site.pagesUrl}${path}/share`;
  return { ogImageUrl: url, ogImageFileId: asset.file_id, twitterImageUrl: url, twitterImageFileId: asset.file_id };
}

/** The metadata as they are stored; null when there are none. */
export function withSocialImage(metadata: Metadata | null, image: SocialImage | null): string | null {
  if (!image) return metadata && JSON.stringify(metadata);
  return JSON.stringify({ ...(metadata ?? { robots: [] }), ...image });
}

/** The image's address was stored with the origin that pages had then; this is with the one that they have. */
export function withCurrentImage(metadata: Metadata, { pagesUrl }: Pick<Site, "pagesUrl">): Metadata {
  const { ogImageUrl, twitterImageUrl } = metadata;
  const current = (address: string) => address.replace(/^https?:\/\/[^/]+(?=\/_foyer\/assets\/)/, pagesUrl);
  return {
    ...metadata,
    ...(ogImageUrl !== undefined && { ogImageUrl: current(ogImageUrl) }),
    ...(twitterImageUrl !== undefined && { twitterImageUrl: current(twitterImageUrl) }),
  };
}

export function withoutSocialImage(stored: string | null): Metadata | null {
  if (stored === null) return null;
  const { ogImageUrl, ogImageFileId, twitterImageUrl, twitterImageFileId, ...metadata } = JSON.parse(stored) as Metadata;
  return metadata;
}
