import type { Signer } from "../../secrets/signer";
import { type AssetScope, assetOf } from "../images";
import type { DocumentAsset, PageBrand } from "../page-document";
import { palettesOf } from "../style/colors";
import { escapeHtml } from "../templates/escape";
import { contentHash } from "../templates/fragment";

/** Keeps signatures of these addresses apart from others. */
export const iconPurpose = "brand-icon";
/** Goes up when icons look different. */
const iconVersion = 1;
export const iconPixels = 180;
/** A logo that is wider or higher would be too small to be seen. */
const maxLogoRatio = 1.5;

/** For the head of a page: the icon of its tab, and of its bookmark on a phone. */
export function iconTags(brand: PageBrand | null, brandId: string, scope: AssetScope): string {
  if (!brand) return `<link rel="icon" href="${brandIcon(brand)}">`;
  const path = iconPath(scope.signer, scope.tenantId, brandId, brand);
  const logo = assetOf(scope, brand.logo?.assetId ?? "");
  const icon =
    logo && isIconShaped(logo)
      ? `<link rel="icon" type="image/png" href="${path}">`
      : `<link rel="icon" href="${brandIcon(brand)}">`;
  return `${icon}<link rel="apple-touch-icon" href="${path}">`;
}

/** Whether a logo can be an icon as it is. */
export function isIconShaped({ width, height, hasPreview }: DocumentAsset): boolean {
  return hasPreview && width !== null && height !== null && Math.max(width / height, height / width) <= maxLogoRatio;
}

/** On every host that shows pages of the tenant. It changes with what the icon shows, so that browsers ask for a new one. */
function iconPath(signer: Signer, tenantId: string, brandId: string, { name, colors, logo }: PageBrand): string {
  const hash = contentHash(JSON.stringify([iconVersion, name, colors, logo?.assetId]));
  return `/_foyer/icons/${tenantId}/${brandId}/${hash}/${signer.sign(iconPurpose, `${tenantId} ${brandId}`)}.png`;
}

/** The first letter of the brand on its colour, inside the page, so that nothing more has to be loaded. */
export function brandIcon(brand: PageBrand | null): string {
  return `data:image/svg+xml,${encodeURIComponent(drawInitial(brand, 8)).replaceAll("'", "%27")}`;
}

/** Phones round the corners themselves. */
export function drawIcon(brand: PageBrand): string {
  return drawInitial(brand, 0).replace("<svg ", `<svg width="${iconPixels}" height="${iconPixels}" `);
}

/** Control characters, which a drawing must not have, and placeholders are no letters. */
const firstShown = /[^\p{C}\p{Z}]/u;

function drawInitial(brand: PageBrand | null, radius: number): string {
  const { fill, onFill } = palettesOf(brand?.colors).light;
  const [letter = ""] = (firstShown.exec(brand?.name ?? "")?.[0] ?? "").toUpperCase();
  const text = `<text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="${onFill}">${escapeHtml(letter)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${fill}"/>${text}</svg>`;
}
