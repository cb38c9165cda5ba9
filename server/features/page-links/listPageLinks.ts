import type { Handler } from "../../context";
import { capped, countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { tenantName } from "../tenants";
import { addressOf } from "./address";
import { linkCount, linkFilter, newestLinks, toPageLink, withDomainAndPage } from "./queries";

export const listPageLinks: Handler<"listPageLinks"> = async (ctx, { query }) => {
  const { audienceId, pageId, tenantDomainId } = query;
  const filter = linkFilter(ctx.tenantId, query);
  const tenant = tenantName(ctx.db, ctx.tenantId);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listPageLinks",
      filters: [audienceId, pageId, tenantDomainId],
      query,
      read: (position, limit) => newestLinks(ctx.db, filter, position, limit),
      position: (row) => [row.page_link_id],
      items: async (rows) => {
        const listed = await withDomainAndPage(ctx.db, ctx.tenantId, rows);
        const name = await tenant;
        return listed.map((row) => ({ ...toPageLink(row), url: addressOf(ctx.site, name, row), pageId: row.page_id }));
      },
    }),
    (audienceId ?? pageId ?? tenantDomainId) === undefined
      ? linkCount(ctx.db, ctx.tenantId).then(capped)
      : countCapped(ctx.db, sql`SELECT 1 FROM page_links WHERE ${filter}`),
  ]);
  return { ...page, totalCount };
};
