import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findBrand, toBrand } from "./queries";

export const getBrand: Handler<"getBrand"> = async (ctx, { params }) => {
  const row = await findBrand(ctx.db, ctx.tenantId, params.brand_id);
  if (!row) throw notFound();
  return toBrand(row);
};
