import type { Site } from "../../../context";
import { notFound, Problem } from "../../../records/problem";
import { storedTenantId } from "../../../records/tenant-ids";
import type { Reader } from "../../../storage/port";
import { findAsset } from "../queries";
import { type DownloadKind, fileKey, validUntil } from "./addresses";

/** The file behind a signed address. */
export interface Download {
  key: string;
  contentType: string;
  /** Safe to show in the browser, because it can't run scripts. */
  isPassive: boolean;
  name: string;
  validUntil: number;
}

interface DownloadContext {
  db: Reader;
  site: Site;
  now: number;
}

const pathPattern = new RegExp(`^/files/(${storedTenantId})/(asset_[a-z0-9]{26})/(original|preview)$`);

/** Checks the signature before it reads anything. */
export async function findDownload(ctx: DownloadContext, path: string, query: string): Promise<Download> {
  const [, tenantId = "", assetId = "", kind] = pathPattern.exec(path) ?? [];
  if (kind === undefined) throw notFound();
  const until = validUntil(ctx, path, query);
  if (until === undefined) throw new Problem("invalid_signature");
  const row = await findAsset(ctx.db, tenantId, assetId);
  const contentType = kind === "original" ? row?.content_type : row?.preview_type;
  if (!row || row.deleted_at !== null || contentType == null) throw notFound();
  return {
    key: fileKey(tenantId, row.file_id, kind as DownloadKind),
    contentType,
    isPassive: /^(image|video)\//.test(contentType) && contentType !== "image/svg+xml",
    name: kind === "preview" ? `${row.name}.webp` : row.name,
    validUntil: until,
  };
}
