import type { Input, Operations } from "../../../contract";
import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { type BrandRow, findBrandToChange, toBrand, updateBrandRow } from "./queries";

export const updateBrand: Handler<"updateBrand"> = async (ctx, { params, body }) => {
  const row = await findBrandToChange(ctx, params.brand_id);
  if (!row) throw notFound();
  const changed: BrandRow = {
    ...row,
    name: body.name ?? row.name,
    colors: JSON.stringify({ ...JSON.parse(row.colors), ...body.colors }),
    logo: body.logo === undefined ? row.logo : body.logo && JSON.stringify(body.logo),
    look: JSON.stringify({ ...JSON.parse(row.look), ...lookIn(body) }),
    updated_at: ctx.now,
  };
  const brand = toBrand(changed);
  await Promise.all([updateBrandRow(ctx, changed), recordEvent(ctx, "brand.updated", row.brand_id, brand)]);
  return brand;
};

function lookIn({ darkLogo, font, darkMode }: Input<Operations["updateBrand"]>["body"]) {
  return {
    ...(darkLogo !== undefined && { darkLogo }),
    ...(font !== undefined && { font }),
    ...(darkMode !== undefined && { darkMode }),
  };
}
