import {
  findPageAsset,
  hasVariants,
  originalKey,
  type PageAsset,
  pageFile,
  shareVariant,
  type Variant,
  Variants,
  variantKey,
} from "../features/assets";
import { fileAnswer } from "../files/answer";
import { NotDrawable } from "../images/port";
import { storedTenantId } from "../records/tenant-ids";
import { assetFilePurpose, assetPurpose, variantWidths } from "../rendering";
import { Unavailable } from "../storage/port";
import { sharedPictureHeaders } from "./headers";
import { noticeResponse } from "./notices/notices";
import type { Host } from "./routing/hosts";
import type { VisitorServices } from "./services";

const pathPattern = new RegExp(
  `^/_foyer/assets/(${storedTenantId})/(asset_[a-z0-9]{26})/([\\w-]{1,100})(?:/(\\d{2,4}|share|file))?$`,
);
const maxAgeSeconds = 86_400;
/** What stands in for a size that can't be drawn now. */
const standInSeconds = 10;
/** A size that can't be drawn is not tried again for this long, because each try may take seconds of a processor. */
const triedAgainMs = 600_000;
const maxRemembered = 10_000;

type AssetAnswer = (request: Request, host: Host, path: string) => Promise<Response>;

/** The images and videos of pages. Their addresses are signed, so only pages know them. */
export function createAssetAnswers({ db, site, monotonic }: VisitorServices): AssetAnswer {
  const variants = new Variants(site);
  /** Sizes that can't be drawn, by their keys, and when they are tried again. */
  const failed = new Map<string, number>();

  return async (request, host, path) => {
    const [, tenantId = "", assetId = "", signature = "", size] = pathPattern.exec(path) ?? [];
    const purpose = size === "file" ? assetFilePurpose : assetPurpose;
    const isSigned = site.signer.verify(purpose, `${tenantId} ${assetId}`, signature);
    if (!isSigned || (!host.own && host.tenantId !== tenantId)) return noticeResponse({ status: 404 }, null);
    const asset = await findPageAsset(db, tenantId, assetId);
    if (asset && size === "file") return (await download(tenantId, asset)) ?? notThere();
    const plain = asset && pageFile(tenantId, asset);
    if (!plain) return noticeResponse({ status: 404 }, null);
    const variant = variantOf(size, asset, request);
    if (!variant) return (await answer(plain, maxAgeSeconds)) ?? notThere();
    const file = { key: variantKey(tenantId, asset.file_id, variant), contentType: `image/${variant.type}` };
    const stored = await answer(file, maxAgeSeconds);
    if (stored) return stored;
    const isDrawn = !isFailed(file.key) && (await drawn(tenantId, asset, variant, file.key));
    return (await (isDrawn ? answer(file, maxAgeSeconds) : answer(plain, standInSeconds))) ?? notThere();

    function download(tenantId: string, asset: PageAsset) {
      return fileAnswer(site.files, request, originalKey(tenantId, asset), {
        "content-type": asset.content_type,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(asset.name)}`,
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": `public, max-age=${maxAgeSeconds}`,
      });
    }

    function answer({ key, contentType }: { key: string; contentType: string }, seconds: number) {
      return fileAnswer(site.files, request, key, {
        "content-type": contentType,
        // A drawing may have styles of its own, and nothing else.
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "cache-control": `public, max-age=${seconds}`,
        ...(size !== undefined && { vary: "accept" }),
        ...(size === "share" && sharedPictureHeaders),
      });
    }
  };

  function isFailed(key: string): boolean {
    return (failed.get(key) ?? 0) > monotonic();
  }

  async function drawn(tenantId: string, asset: PageAsset, variant: Variant, key: string): Promise<boolean> {
    try {
      await variants.draw(tenantId, asset, variant);
      failed.delete(key);
      return true;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      if (!(error instanceof NotDrawable)) throw error;
      failed.delete(key);
      failed.set(key, monotonic() + triedAgainMs);
      if (failed.size > maxRemembered) failed.delete(failed.keys().next().value as string);
      return false;
    }
  }
}

/** Undefined for an image that is shown as it is. */
function variantOf(size: string | undefined, asset: PageAsset, request: Request): Variant | undefined {
  if (size === "share") return asset.preview_type === null ? undefined : shareVariant;
  const width = variantWidths.find((one) => one === Number(size));
  if (width === undefined || !hasVariants(asset)) return undefined;
  return { width, type: acceptsAvif(request) ? "avif" : "webp" };
}

function notThere(): Response {
  return noticeResponse({ status: 404 }, null);
}

function acceptsAvif(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("image/avif");
}
