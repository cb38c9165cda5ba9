import type { Handler } from "../../context";
import { countCapped, readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { newestAssets, toAsset } from "./queries";

export const listAssets: Handler<"listAssets"> = async (ctx, { query }) => {
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listAssets",
      query,
      read: (position, limit) => newestAssets(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.asset_id],
      items: (rows) => rows.map((row) => toAsset(ctx, row)),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM assets WHERE tenant_id = ${ctx.tenantId} AND trashed_at IS NULL`),
  ]);
  return { ...page, totalCount };
};
