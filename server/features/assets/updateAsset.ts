import { guarded, type Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { editedAt, isEdited } from "../../records/edited-at";
import { notFound, Problem } from "../../records/problem";
import { type AssetRow, findAssetToChange, lockAsset, toAsset, toAssetWithoutAddresses, updateAssetNames } from "./queries";
import { indexAsset } from "./search/asset-index";

export const updateAsset: Handler<"updateAsset"> = guarded(lockAsset, async (ctx, { params, body }) => {
  const row = await findAssetToChange(ctx, params.asset_id);
  if (!row) throw notFound();
  if (row.deleted_at !== null) throw new Problem("asset_deleted");
  const changed: AssetRow = {
    ...row,
    name: body.name ?? row.name,
    purpose: body.purpose ?? row.purpose,
    tags: body.tags === undefined ? row.tags : JSON.stringify(body.tags),
    updated_at: editedAt(ctx, row),
  };
  if (!isEdited(row, changed)) return toAsset(ctx, row);
  await Promise.all([
    updateAssetNames(ctx, changed),
    indexAsset(ctx, changed),
    recordEvent(ctx, "asset.updated", row.asset_id, toAssetWithoutAddresses(ctx.tenantId, changed)),
  ]);
  return toAsset(ctx, changed);
});
