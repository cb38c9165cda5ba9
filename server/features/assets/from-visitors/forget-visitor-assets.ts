import type { Writing } from "../../../context";
import { recordEvent } from "../../../events/record";
import { enqueueJob } from "../../../jobs/enqueue";
import { editedAt } from "../../../records/edited-at";
import {
  type AssetRow,
  addToAssetCount,
  assetsToForget,
  toAssetWithoutAddresses,
  updateAssetNames,
  updateAssetState,
} from "../queries";
import { removeFileJob } from "../remove-file";
import { removeFromIndex } from "../search/asset-index";
import { giveBytesBack } from "./visitor-bytes";

/** Deletes what visitors sent for good, together with the names of the files. */
export async function forgetVisitorAssets(ctx: Writing, assetIds: readonly string[]): Promise<void> {
  const rows = await assetsToForget(ctx, assetIds);
  const kept = rows.filter(({ deleted_at }) => deleted_at === null);
  const trashed = kept.filter(({ trashed_at }) => trashed_at !== null);
  const forgotten = rows.map((row) => nameless(row, ctx.now));
  for (const row of forgotten) {
    await updateAssetNames(ctx, row);
    await updateAssetState(ctx, row);
  }
  for (const { asset_id, file_id } of kept) {
    const row = forgotten.find((one) => one.asset_id === asset_id) as AssetRow;
    await enqueueJob(ctx, removeFileJob, { fileId: file_id });
    await recordEvent(ctx, "asset.deleted", asset_id, toAssetWithoutAddresses(ctx.tenantId, row));
  }
  await removeFromIndex(ctx, kept);
  if (kept.length > trashed.length) await addToAssetCount(ctx, trashed.length - kept.length);
  await giveBytesBack(ctx, kept);
}

function nameless(row: AssetRow, now: number): AssetRow {
  const { trashed_at, deleted_at } = row;
  return {
    ...row,
    name: "",
    purpose: "",
    tags: "[]",
    trashed_at: trashed_at ?? now,
    deleted_at: deleted_at ?? now,
    updated_at: editedAt({ now }, row),
  };
}
