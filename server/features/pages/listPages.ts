import type { Handler, ReadContext } from "../../context";
import { capped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { type SearchedRows, searchedRows } from "../../search/search";
import { queryWords } from "../../search/text";
import { among, type Sql, sql } from "../../storage/sql";
import { type ListedPage, newestPages, type PageFilter, pageCount, pageFilter, pagesById, toPage } from "./queries";

export const listPages: Handler<"listPages"> = async (ctx, { query }) => {
  const found = await filteredPages(ctx, query);
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listPages",
      filters: [query.status, query.pageType, query.query],
      query,
      read: found.read,
      position: (row) => [row.page_id],
      bytesOf: ({ bytes }) => bytes,
      items: async (pages) => (await pagesById(ctx, pages)).map((row) => toPage(row, ctx.site)),
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
};

async function filteredPages(
  ctx: ReadContext,
  { query, ...filters }: PageFilter & { query?: string | undefined },
): Promise<SearchedRows<ListedPage>> {
  const filter = pageFilter(ctx.tenantId, filters);
  const read = (some: Sql): SearchedRows<ListedPage>["read"] => {
    return (position, limit) => newestPages(ctx.db, some, position, limit);
  };
  const words = queryWords(query ?? "");
  if (words.length === 0) return { read: read(filter), count: () => pageCount(ctx.db, ctx.tenantId, filters) };
  const labels = [filters.status, filters.pageType].filter((label) => label !== undefined);
  return searchedRows(ctx, { kind: "pages", words, labels }, (keys) =>
    read(sql`${filter} AND page_id ${among(keys)}`)(undefined, keys.length),
  );
}
