import type { Handler } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import { recordEvent } from "../../events/record";
import { editedAt } from "../../records/edited-at";
import { notFound, Problem } from "../../records/problem";
import { type AssetRow, addToAssetCount, findAssetToChange, toAsset, toAssetWithoutAddresses, updateAssetState } from "./queries";
import { indexAsset, takeFromTrash } from "./search/asset-index";

export const restoreAsset: Handler<"restoreAsset"> = async (ctx, { params }) => {
  const row = await findAssetToChange(ctx, params.asset_id);
  if (!row) throw notFound();
  if (row.deleted_at !== null) throw new Problem("asset_deleted");
  if (row.trashed_at === null) return toAsset(ctx, row);
  const restored: AssetRow = { ...row, trashed_at: null, updated_at: editedAt(ctx, row) };
  await Promise.all([
    updateAssetState(ctx, restored),
    addToAssetCount(ctx, 1),
    takeFromTrash(ctx, [row]),
    indexAsset(ctx, restored),
    recordEvent(ctx, "asset.restored", row.asset_id, toAssetWithoutAddresses(ctx.tenantId, restored)),
    // Pictures for sharing that have it as their logo.
    pagesChanged(ctx, [row.asset_id]),
  ]);
  return toAsset(ctx, restored);
};
