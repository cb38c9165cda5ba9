import type { Handler, ReadContext } from "../../context";
import { capped, countUpTo } from "../../records/counting";
import { readPage } from "../../records/paging";
import { matchingRecord, type SearchedRows, searchedRows } from "../../search/search";
import { queryWords } from "../../search/text";
import { among, nothing, type Sql, sql } from "../../storage/sql";
import { withLinkedPersons } from "./linked-persons";
import { accountCount, type ListedAccount, newestAccounts } from "./queries";

/** The persons of each account are counted, which takes a while if there are thousands. */
const rowsAtOnce = 20;
const bytesOfPerson = 400;

export const listAccounts: Handler<"listAccounts"> = async (ctx, { query }) => {
  const found = await filteredAccounts(ctx, query);
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listAccounts",
      filters: [query.domain, query.query],
      query,
      read: found.read,
      position: (row) => [row.account_id],
      items: (rows) => withLinkedPersons(ctx, rows),
      rowsAtOnce,
      bytesOf: ({ persons }) => persons * bytesOfPerson,
    }),
    found.count(),
  ]);
  return { ...page, totalCount: capped(count) };
};

interface Filters {
  domain?: string | undefined;
  query?: string | undefined;
}

async function filteredAccounts(ctx: ReadContext, { domain, query }: Filters): Promise<SearchedRows<ListedAccount>> {
  const wanted = { kind: "accounts", words: queryWords(query ?? "") } as const;
  const read = (filter: Sql): SearchedRows<ListedAccount>["read"] => {
    return (position, limit) => newestAccounts(ctx.db, sql`tenant_id = ${ctx.tenantId} ${filter}`, position, limit);
  };
  if (wanted.words.length > 0 && domain === undefined) {
    return searchedRows(ctx, wanted, (keys) => read(sql`AND account_id ${among(keys)}`)(undefined, keys.length));
  }
  const matching = wanted.words.length === 0 ? nothing : sql`AND ${matchingRecord(ctx, wanted, sql`account_id`)}`;
  const filter = sql`${domain === undefined ? nothing : sql`AND domain = ${domain}`} ${matching}`;
  return {
    read: read(filter),
    count: () =>
      domain === undefined
        ? accountCount(ctx.db, ctx.tenantId)
        : countUpTo(ctx.db, sql`SELECT 1 FROM accounts WHERE tenant_id = ${ctx.tenantId} ${filter}`),
  };
}
