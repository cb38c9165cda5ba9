import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { type BrandRow, insertBrand, noColors, toBrand } from "./queries";

export const createBrand: Handler<"createBrand"> = async (ctx, { body }) => {
  const row: BrandRow = {
    brand_id: ctx.newId("brand"),
    name: body.name,
    colors: JSON.stringify({ ...noColors, ...body.colors }),
    logo: body.logo && JSON.stringify(body.logo),
    look: JSON.stringify({ darkLogo: body.darkLogo, font: body.font, darkMode: body.darkMode }),
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const brand = toBrand(row);
  await Promise.all([insertBrand(ctx, row), recordEvent(ctx, "brand.created", row.brand_id, brand)]);
  return brand;
};
