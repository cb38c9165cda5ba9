import { guarded, type Handler, prepared } from "../../context";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { changedBrand } from "./changed-brand";
import { findBrandToChange, toBrand, updateBrandRow } from "./queries";
import { readFonts } from "./read-fonts";

export const updateBrand: Handler<"updateBrand"> = guarded(
  (ctx, { params }) => findBrandToChange(ctx, params.brand_id),
  prepared(
    (ctx, { body }) => readFonts(ctx, body.fontAssetIds),
    async (ctx, { params, body }, fonts) => {
      const row = await findBrandToChange(ctx, params.brand_id);
      if (!row) throw notFound();
      const changed = changedBrand(row, body, fonts, ctx.now);
      if (!isEdited(row, changed)) return toBrand(row);
      const brand = toBrand(changed);
      await Promise.all([updateBrandRow(ctx, changed), recordEvent(ctx, "brand.updated", row.brand_id, brand)]);
      return brand;
    },
  ),
);
