import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { type BrandRow, insertBrand, toBrand } from "./queries";

const noColors = { primary: null, background: null, text: null };

export const createBrand: Handler<"createBrand"> = async (ctx, { body }) => {
  const row: BrandRow = {
    brand_id: ctx.newId("brand"),
    name: body.name,
    colors: JSON.stringify({ ...noColors, ...body.colors }),
    logo: body.logo && JSON.stringify(body.logo),
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const brand = toBrand(row);
  await Promise.all([insertBrand(ctx, row), recordEvent(ctx, "brand.created", row.brand_id, brand)]);
  return brand;
};
