import { guarded, type Handler } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import { recordEvent } from "../../events/record";
import { editedAt } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { deleteForGood } from "./delete-for-good";
import {
  type AssetRow,
  addToAssetCount,
  findAssetToChange,
  lockAsset,
  toAsset,
  toAssetWithoutAddresses,
  updateAssetState,
} from "./queries";
import { moveToTrash } from "./search/asset-index";

/** The first call moves the asset to the trash, the second deletes it for good. */
export const deleteAsset: Handler<"deleteAsset"> = guarded(lockAsset, async (ctx, { params }) => {
  const row = await findAssetToChange(ctx, params.asset_id);
  if (!row) throw notFound();
  if (row.deleted_at !== null) return toAsset(ctx, row);
  if (row.trashed_at !== null) {
    const [deleted] = await deleteForGood(ctx, [row]);
    return toAsset(ctx, deleted as AssetRow);
  }
  const trashed: AssetRow = { ...row, trashed_at: ctx.now, updated_at: editedAt(ctx, row) };
  await Promise.all([
    updateAssetState(ctx, trashed),
    addToAssetCount(ctx, -1),
    moveToTrash(ctx, trashed),
    recordEvent(ctx, "asset.trashed", row.asset_id, toAssetWithoutAddresses(ctx.tenantId, trashed)),
    // Pictures for sharing that have it as their logo.
    pagesChanged(ctx, [row.asset_id]),
  ]);
  return toAsset(ctx, trashed);
});
