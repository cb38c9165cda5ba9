import type { Handler } from "../../context";
import { capped, countCapped, readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { linkCount, linkFilter, newestLinks, toPageLink } from "./queries";

export const listPageLinks: Handler<"listPageLinks"> = async (ctx, { query }) => {
  const filter = linkFilter(ctx.tenantId, query);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listPageLinks",
      filters: [query.audienceId, query.tenantDomainId],
      query,
      read: (position, limit) => newestLinks(ctx.db, filter, position, limit),
      position: (row) => [row.page_link_id],
      items: (rows) => rows.map(toPageLink),
    }),
    query.audienceId === undefined && query.tenantDomainId === undefined
      ? linkCount(ctx.db, ctx.tenantId).then(capped)
      : countCapped(ctx.db, sql`SELECT 1 FROM page_links WHERE ${filter}`),
  ]);
  return { ...page, totalCount };
};
