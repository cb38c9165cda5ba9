import type { DocumentAsset } from "../../../rendering";
import type { Reader } from "../../../storage/port";
import { fontContentType } from "../content/sniff";
import { type AssetRow, assetsById, findAsset } from "../queries";
import { fileKey } from "./addresses";

/** An asset as pages show it; undefined if it is in the trash or deleted. */
export async function findPageAsset(db: Reader, tenantId: string, assetId: string): Promise<AssetRow | undefined> {
  const row = await findAsset(db, tenantId, assetId);
  return row && row.trashed_at === null && row.deleted_at === null ? row : undefined;
}

export type PageAsset = AssetRow;

export function originalKey(tenantId: string, { file_id }: AssetRow): string {
  return fileKey(tenantId, file_id, "original");
}

export function previewKey(tenantId: string, { file_id }: AssetRow): string {
  return fileKey(tenantId, file_id, "preview");
}

/** The file that pages show of an asset unless they ask for a size; undefined if they can't show it. */
export function pageFile(tenantId: string, row: AssetRow): { key: string; contentType: string } | undefined {
  const { file_id, content_type, preview_type } = row;
  if (isShownAsIs(row)) return { key: fileKey(tenantId, file_id, "original"), contentType: content_type };
  return preview_type === null ? undefined : { key: fileKey(tenantId, file_id, "preview"), contentType: preview_type };
}

/** Whether the image is drawn in several sizes. */
export function hasVariants({ preview_type, content_type }: AssetRow): boolean {
  return preview_type !== null && content_type !== svgType;
}

const svgType = "image/svg+xml";

/** A drawing or font that passed the check when it was uploaded, a video, and the texts that go with one. */
function isShownAsIs({ content_type }: AssetRow): boolean {
  return [svgType, fontContentType, "text/vtt"].includes(content_type) || content_type.startsWith("video/");
}

/** What pages need to know of the assets that they name. */
export async function documentAssets(
  db: Reader,
  tenantId: string,
  assetIds: readonly string[],
): Promise<Record<string, DocumentAsset>> {
  const rows = await assetsById(db, tenantId, assetIds);
  return Object.fromEntries(rows.map((row) => [row.asset_id, toDocumentAsset(row)]));
}

function toDocumentAsset({ content_type, size, width, height, is_light, preview_type }: AssetRow): DocumentAsset {
  return {
    type: content_type,
    bytes: size,
    width,
    height,
    hasPreview: preview_type !== null,
    ...(is_light === 1 && { isLight: true }),
  };
}
