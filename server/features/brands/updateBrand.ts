import type { Input, Operations } from "../../../contract";
import { type Handler, prepared } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { type BrandRow, findBrandToChange, type Look, toBrand, updateBrandRow } from "./queries";
import { readFonts } from "./read-fonts";

export const updateBrand: Handler<"updateBrand"> = prepared(
  (ctx, { body }) => readFonts(ctx, body.fontAssetIds),
  async (ctx, { params, body }, fonts) => {
    const row = await findBrandToChange(ctx, params.brand_id);
    if (!row) throw notFound();
    const changed: BrandRow = {
      ...row,
      name: body.name ?? row.name,
      colors: JSON.stringify({ ...JSON.parse(row.colors), ...body.colors }),
      logo: body.logo === undefined ? row.logo : body.logo && JSON.stringify(body.logo),
      look: JSON.stringify({ ...JSON.parse(row.look), ...lookIn(body, fonts) }),
      updated_at: ctx.now,
    };
    const brand = toBrand(changed);
    await Promise.all([updateBrandRow(ctx, changed), recordEvent(ctx, "brand.updated", row.brand_id, brand)]);
    return brand;
  },
);

function lookIn(body: Input<Operations["updateBrand"]>["body"], fonts: Look["fonts"]): Partial<Look> {
  const { darkLogo, font, fontAssetIds, darkMode } = body;
  return {
    ...(darkLogo !== undefined && { darkLogo }),
    ...(font !== undefined && { font }),
    ...(fontAssetIds !== undefined && { fontAssetIds, fonts }),
    ...(darkMode !== undefined && { darkMode }),
  };
}
