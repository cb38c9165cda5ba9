import type { Handler } from "../../context";
import { countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { newestBrands, toBrand } from "./queries";

export const listBrands: Handler<"listBrands"> = async (ctx, { query }) => {
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listBrands",
      query,
      read: (position, limit) => newestBrands(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.brand_id],
      items: (rows) => rows.map(toBrand),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM brands WHERE tenant_id = ${ctx.tenantId}`),
  ]);
  return { ...page, totalCount };
};
