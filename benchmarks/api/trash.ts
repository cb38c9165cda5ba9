import { type AssetRow, insertAsset } from "../../server/features/assets/queries";
import { indexAsset } from "../../server/features/assets/search/asset-index";
import { defaultTenantName, findTenantByName } from "../../server/features/tenants";
import { createIds } from "../../server/records/ids";
import { addOwnRows } from "../../server/search/add-own-rows";
import { addSome } from "../../server/search/add-to-blocks";
import type { Database } from "../../server/storage/port";
import { siteIn } from "../site";

const assetsPerTransaction = 500;
const rareWords = 8_000;

const adjectives = "red blue green bright dark winter summer autumn spring modern vintage rustic urban minimal golden".split(" ");
const syllables =
  `ka lo mi ter ran sing ton vel dor bra chi nes pol qua rix tion ment ing er est al be co di en fi gan ho ill jo kin lan mar nor
  op per qui rob san tal un vis wil yon zar ash bel cor dun eth fro gli har ish jun ket lum mor net oak pin rol sta tri`.split(
    /\s+/,
  );

/**
 * Half of all assets are a "background", half belong to a "campaign"; each has words that many others have, some that few
 * have, and one of its own, as a camera gives it.
 */
export async function trashAssets(db: Database, dataFolder: string, count: number): Promise<void> {
  const newId = createIds(Date.now);
  const tenant = await findTenantByName(db, defaultTenantName);
  if (!tenant) throw new Error("The database has no tenant yet");
  const site = siteIn(dataFolder);
  for (let from = 0; from < count; from += assetsPerTransaction) {
    const now = Date.now();
    const numbers = Array.from({ length: Math.min(assetsPerTransaction, count - from) }, (_, index) => from + index);
    const rows = numbers.map((number) => drawAsset(number, newId("asset"), newId("file"), now));
    const ctx = { dialect: db.dialect, tenantId: tenant.tenant_id, now, newId, site };
    await db.transaction(async (tx) => {
      for (const row of rows) await Promise.all([insertAsset({ ...ctx, db: tx }, row), indexAsset({ ...ctx, db: tx }, row)]);
    });
    // As the service does by itself while they come.
    while (await db.transaction((tx) => addSome({ ...ctx, db: tx }, "trash")));
    while (
      await addOwnRows(
        { db, tenantId: tenant.tenant_id, step: (work) => db.transaction((tx) => work({ ...ctx, db: tx })) },
        "trash",
      )
    );
  }
}

function drawAsset(number: number, assetId: string, fileId: string, now: number): AssetRow {
  const words = [number % 2 ? "Background" : "Foreground", draw(adjectives), rareWord(), rareWord(), `IMG${number}.jpg`];
  return {
    asset_id: assetId,
    name: words.join(" "),
    purpose: "",
    tags: JSON.stringify([number % 4 < 2 ? "campaign" : "evergreen", rareWord(), draw(adjectives)]),
    ai_description: "",
    parent_asset_id: null,
    hidden: 0,
    type: number % 3 ? "image" : "logo",
    file_id: fileId,
    content_type: "image/png",
    size: 1,
    width: 1,
    height: 1,
    preview_type: "image/webp",
    is_light: null,
    created_at: now,
    updated_at: now,
    trashed_at: now,
    deleted_at: null,
  };
}

function draw<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() ** 2 * items.length)] as Item;
}

function rareWord(): string {
  let rest = Math.floor(Math.random() ** 2 * rareWords);
  let word = "";
  for (let count = 2 + (rest % 3); count > 0; count -= 1) {
    word += syllables[rest % syllables.length];
    rest = rest * 31 + count;
  }
  return word;
}

/** Queries as they are sent: words of half of all, of some and of none, whole and in parts, alone and together. */
export const searches: readonly string[] = [
  "query=background",
  "query=campaign",
  "query=background+campaign",
  "query=Background+CAMPAIGN&assetType=logo",
  "query=ground",
  "query=vintage",
  "query=vintage+spring+background",
  "query=tion",
  "query=sing",
  "query=ing",
  "query=in",
  "query=a",
  "query=img",
  "query=img77777",
  "query=7777",
  "query=99",
  "query=kaloter",
  "query=evergreen+ment+dark",
  "query=nothinglikethis",
  "query=background&limit=100",
  "assetType=logo",
  "",
];
