import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { deleteBrandRow } from "./queries";

export const deleteBrand: Handler<"deleteBrand"> = async (ctx, { params: { brand_id: brandId } }) => {
  if (!(await deleteBrandRow(ctx, brandId))) throw notFound();
  await recordEvent(ctx, "brand.deleted", brandId, { brandId });
  return { brandId, deleted: true };
};
