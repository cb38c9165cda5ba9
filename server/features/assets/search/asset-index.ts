import type { Writing } from "../../../context";
import { indexRecords, removeRecords, type SearchRecord } from "../../../search/records";
import { searchableText } from "../../../search/text";
import type { AssetRow } from "../queries";

const timeDigits = 13;

/** The trash is listed in the order in which assets were moved to it. */
export function trashKey({ trashed_at, asset_id }: AssetRow): string {
  return String(trashed_at).padStart(timeDigits, "0") + asset_id;
}

export function assetIdOf(key: string): string {
  return key.slice(timeDigits);
}

/** In place of what was found of the asset before, be it in the trash or not. */
export function indexAsset(ctx: Writing, asset: AssetRow): Promise<void> {
  return asset.trashed_at === null
    ? indexRecords(ctx, "assets", [recordOf(asset, asset.asset_id)])
    : indexRecords(ctx, "trash", [recordOf(asset, trashKey(asset))]);
}

function recordOf({ name, tags, ai_description, type }: AssetRow, key: string): SearchRecord {
  return { key, text: searchableText([name, ...(JSON.parse(tags) as string[]), ai_description]), labels: [type] };
}

export async function moveToTrash(ctx: Writing, asset: AssetRow): Promise<void> {
  await removeRecords(ctx, "assets", [asset.asset_id]);
  await indexAsset(ctx, asset);
}

/** Wherever they are, in the trash or not. */
export async function removeFromIndex(ctx: Writing, assets: readonly AssetRow[]): Promise<void> {
  const [kept, trashed] = [assets.filter(isKept), assets.filter((asset) => !isKept(asset))];
  if (kept.length > 0)
    await removeRecords(
      ctx,
      "assets",
      kept.map(({ asset_id }) => asset_id),
    );
  if (trashed.length > 0) await takeFromTrash(ctx, trashed);
}

function isKept({ trashed_at }: AssetRow): boolean {
  return trashed_at === null;
}

/** Under the keys that they had in the trash. */
export function takeFromTrash(ctx: Writing, assets: readonly AssetRow[]): Promise<void> {
  return removeRecords(ctx, "trash", assets.map(trashKey));
}
