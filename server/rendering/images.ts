import type { WarningCode } from "../../contract/pages/warnings";
import type { Signer } from "../secrets/signer";
import type { DocumentAsset } from "./page-document";
import { isAssetPath } from "./templates/addresses";

/** Whose assets a page can show, and what signs their addresses. */
export interface AssetScope {
  tenantId: string;
  signer: Signer;
  /** The assets that the page names, as far as they exist. Undefined when it is not known which do. */
  assets?: DocumentAssets | undefined;
  /** The language of the page, for dates and sizes. */
  language?: string | undefined;
  /** How much room the page has for images. */
  widths?: ImageWidths | undefined;
  /** Told of whatever is left out of the page. */
  warn?: Warn | undefined;
}

/** How wide images are at most, as in a style sheet. */
export interface ImageWidths {
  /** Among text. */
  column: string;
  /** Behind text. */
  behind: string;
}

type Warn = (code: WarningCode, message: string) => void;

type DocumentAssets = Readonly<Record<string, DocumentAsset>>;

/** Keeps signatures of asset addresses apart from other signatures. */
export const assetPurpose = "page-asset";
/** Of files as they were uploaded: whoever may see an image, or the first page of a PDF, may not have the rest of the file. */
export const assetFilePurpose = "page-asset-file";

/** The widths that images are drawn in, in pixels. */
export const variantWidths = [320, 640, 960, 1440, 2048, 2880] as const;

/** The attributes of an `img` that say what it loads. */
export interface ImageSource {
  src: string;
  srcset?: string;
  width?: number;
  height?: number;
  /** Drawn for dark backgrounds. */
  isLight?: boolean;
}

/**
 * An image: an asset, named by its identifier or by the path that pages load it from. Undefined for any other, because a page
 * loads nothing from elsewhere, and for an asset that does not exist.
 */
export function imageSource(
  scope: AssetScope,
  address: string,
  url: (address: string) => string | undefined,
): ImageSource | undefined {
  if (!isAssetId(address)) {
    const src = isAssetPath(address) ? url(address) : undefined;
    if (src !== undefined) return { src };
    if (address !== "") scope.warn?.("image_not_shown", "names no asset; pages load no images from elsewhere");
    return undefined;
  }
  const src = pageAssetPath(scope, address);
  if (!scope.assets) return { src };
  const asset = knownAsset(scope, address);
  if (asset && !asset.hasPreview) scope.warn?.("image_not_shown", `${address} is not an image`);
  if (!asset?.hasPreview) return undefined;
  const { width, height, type, isLight = false } = asset;
  if (width === null || height === null) return { src };
  return { src, ...(type !== "image/svg+xml" && { srcset: srcsetOf(src, width) }), width, height, isLight };
}

export function assetOf({ assets }: Pick<AssetScope, "assets">, address: string): DocumentAsset | undefined {
  return assets && Object.hasOwn(assets, address) ? assets[address] : undefined;
}

/** Undefined, with a warning, if the page knows its assets and this is none of them. */
export function knownAsset(scope: AssetScope, address: string): DocumentAsset | undefined {
  const asset = assetOf(scope, address);
  if (!asset && scope.assets) scope.warn?.("asset_not_found", `${address.slice(0, 80)} names no asset, or one in the trash`);
  return asset;
}

/** The path of an asset on every host that shows pages of its tenant. */
export function pageAssetPath({ tenantId, signer }: Pick<AssetScope, "tenantId" | "signer">, address: string): string {
  return `/_foyer/assets/${tenantId}/${address}/${signer.sign(assetPurpose, `${tenantId} ${address}`)}`;
}

/** The path of the file itself, for visitors to download. */
export function pageAssetFilePath({ tenantId, signer }: Pick<AssetScope, "tenantId" | "signer">, address: string): string {
  return `/_foyer/assets/${tenantId}/${address}/${signer.sign(assetFilePurpose, `${tenantId} ${address}`)}/file`;
}

/**
 * The widths below the image's own, and then its own. Its own is requested as the next larger width, because no image is
 * enlarged.
 */
function srcsetOf(src: string, width: number): string {
  const sources: string[] = [];
  for (const one of variantWidths) {
    sources.push(`${src}/${one} ${Math.min(one, width)}w`);
    if (one >= width) break;
  }
  return sources.join(",");
}

export function isAssetId(text: string): boolean {
  return /^asset_[a-z0-9]{26}$/.test(text);
}

/** All that look like an asset's identifier. */
export function assetIdsIn(text: string): string[] {
  return text.match(/\basset_[a-z0-9]{26}\b/g) ?? [];
}
