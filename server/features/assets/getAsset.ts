import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findAsset, toAsset } from "./queries";

export const getAsset: Handler<"getAsset"> = async (ctx, { params }) => {
  const row = await findAsset(ctx.db, ctx.tenantId, params.asset_id);
  if (!row) throw notFound();
  return toAsset(ctx, row);
};
