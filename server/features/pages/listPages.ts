import type { Handler } from "../../context";
import { countCapped, largeRowsAtOnce, readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { newestPages, pageFilter, toPage } from "./queries";

export const listPages: Handler<"listPages"> = async (ctx, { query }) => {
  const filter = pageFilter(ctx.tenantId, query);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listPages",
      rowsAtOnce: largeRowsAtOnce,
      filters: [query.status, query.pageType, query.query],
      query,
      read: (position, limit) => newestPages(ctx.db, filter, position, limit),
      position: (row) => [row.page_id],
      items: (rows) => rows.map(toPage),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM pages WHERE ${filter}`),
  ]);
  return { ...page, totalCount };
};
