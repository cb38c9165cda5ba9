import type { Handler } from "../../context";
import { capped, readPage } from "../../records/paging";
import { assetCount, newestAssets, toAsset } from "./queries";

export const listAssets: Handler<"listAssets"> = async (ctx, { query }) => {
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listAssets",
      query,
      read: (position, limit) => newestAssets(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.asset_id],
      items: (rows) => rows.map((row) => toAsset(ctx, row)),
    }),
    assetCount(ctx.db, ctx.tenantId),
  ]);
  return { ...page, totalCount: capped(count) };
};
