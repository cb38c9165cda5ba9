import type { Writing } from "../../../context";
import { indexRecords, removeRecords } from "../../../search/records";
import { searchableText } from "../../../search/text";
import type { AssetRow } from "../queries";

const timeDigits = 13;

/** The trash is listed in the order that things came to it. */
export function trashKey({ trashed_at, asset_id }: AssetRow): string {
  return String(trashed_at).padStart(timeDigits, "0") + asset_id;
}

export function assetIdOf(key: string): string {
  return key.slice(timeDigits);
}

export function addToTrash(ctx: Writing, assets: readonly AssetRow[]): Promise<void> {
  const records = assets.map((asset) => ({
    key: trashKey(asset),
    text: searchableText([asset.name, ...(JSON.parse(asset.tags) as string[]), asset.ai_description]),
    labels: [asset.type],
  }));
  return indexRecords(ctx, "trash", records);
}

/** As they were in the trash. */
export function takeFromTrash(ctx: Writing, assets: readonly AssetRow[]): Promise<void> {
  return removeRecords(ctx, "trash", assets.map(trashKey));
}
