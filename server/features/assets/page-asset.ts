import type { Reader } from "../../storage/port";
import { fileKey } from "./addresses";
import { findAsset } from "./queries";

/** The preview that pages show of an asset; undefined if it has none or is in the trash. */
export async function findPageAsset(
  db: Reader,
  tenantId: string,
  assetId: string,
): Promise<{ key: string; contentType: string } | undefined> {
  const row = await findAsset(db, tenantId, assetId);
  if (!row || row.trashed_at !== null || row.deleted_at !== null || row.preview_type === null) return undefined;
  return { key: fileKey(tenantId, row.file_id, "preview"), contentType: row.preview_type };
}
