import { type Handler, prepared } from "../../context";
import { recordEvent } from "../../events/record";
import { type BrandRow, insertBrand, type Look, noColors, toBrand } from "./queries";
import { readFonts } from "./read-fonts";

export const createBrand: Handler<"createBrand"> = prepared(
  (ctx, { body }) => readFonts(ctx, body.fontAssetIds),
  async (ctx, { body }, fonts) => {
    const { darkLogo, font, fontAssetIds, darkMode } = body;
    const row: BrandRow = {
      brand_id: ctx.newId("brand"),
      name: body.name,
      colors: JSON.stringify({ ...noColors, ...body.colors }),
      logo: body.logo && JSON.stringify(body.logo),
      look: JSON.stringify({ darkLogo, font, fontAssetIds, fonts, darkMode } satisfies Look),
      created_at: ctx.now,
      updated_at: ctx.now,
    };
    const brand = toBrand(row);
    await Promise.all([insertBrand(ctx, row), recordEvent(ctx, "brand.created", row.brand_id, brand)]);
    return brand;
  },
);
