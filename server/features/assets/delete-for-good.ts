import type { Writing } from "../../context";
import { recordEvent } from "../../events/record";
import { enqueueJob } from "../../jobs/enqueue";
import { editedAt } from "../../records/edited-at";
import { giveBytesBack } from "./from-visitors/visitor-bytes";
import { type AssetRow, toAssetWithoutAddresses, updateAssetState } from "./queries";
import { removeFileJob } from "./remove-file";
import { takeFromTrash } from "./search/asset-index";

/** Deletes assets from the trash: their rows stay, marked as deleted, and jobs remove their files. */
export async function deleteForGood(ctx: Writing, rows: readonly AssetRow[]): Promise<AssetRow[]> {
  const deleted = rows.map((row) => ({ ...row, deleted_at: ctx.now, updated_at: editedAt(ctx, row) }));
  await Promise.all([
    takeFromTrash(ctx, rows),
    giveBytesBack(ctx, rows),
    ...deleted.flatMap((row) => [
      updateAssetState(ctx, row),
      enqueueJob(ctx, removeFileJob, { fileId: row.file_id }),
      recordEvent(ctx, "asset.deleted", row.asset_id, toAssetWithoutAddresses(ctx.tenantId, row)),
    ]),
  ]);
  return deleted;
}
