import type { Input, Operations } from "../../../contract";
import type { PrepareContext } from "../../context";
import { editedAt } from "../../records/edited-at";
import { type BrandRow, findBrand, type Look } from "./queries";
import { readFonts } from "./read-fonts";

export type BrandChanges = Input<Operations["updateBrand"]>["body"];

/** What the changes leave out stays. `fonts` are those that `fontAssetIds` names. */
export function changedBrand(row: BrandRow, changes: BrandChanges, fonts: Look["fonts"], now: number): BrandRow {
  const { name, colors, logo } = changes;
  return {
    ...row,
    name: name ?? row.name,
    colors: JSON.stringify({ ...JSON.parse(row.colors), ...colors }),
    logo: logo === undefined ? row.logo : logo && JSON.stringify(logo),
    look: JSON.stringify({ ...JSON.parse(row.look), ...lookIn(changes, fonts) }),
    updated_at: editedAt({ now }, row),
  };
}

/** A brand with changes that are not saved; one that is not there begins with the plain look. */
export async function unsavedBrand(ctx: PrepareContext, brandId: string, changes: BrandChanges): Promise<BrandRow> {
  const [saved, fonts] = await Promise.all([findBrand(ctx.db, ctx.tenantId, brandId), readFonts(ctx, changes.fontAssetIds)]);
  return changedBrand(saved ?? plainBrand(brandId, ctx.now), changes, fonts, ctx.now);
}

function plainBrand(brandId: string, now: number): BrandRow {
  return { brand_id: brandId, name: "", colors: "{}", logo: null, look: "{}", created_at: now, updated_at: now };
}

function lookIn({ darkLogo, font, fontAssetIds, darkMode }: BrandChanges, fonts: Look["fonts"]): Partial<Look> {
  return {
    ...(darkLogo !== undefined && { darkLogo }),
    ...(font !== undefined && { font }),
    ...(fontAssetIds !== undefined && { fontAssetIds, fonts }),
    ...(darkMode !== undefined && { darkMode }),
  };
}
