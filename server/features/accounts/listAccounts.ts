import type { Handler } from "../../context";
import { countCapped, readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { accountFilter, newestAccounts, withLinkedPersons } from "./queries";

export const listAccounts: Handler<"listAccounts"> = async (ctx, { query }) => {
  const filter = accountFilter(ctx.tenantId, query);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listAccounts",
      filters: [query.domain, query.query],
      query,
      read: (position, limit) => newestAccounts(ctx.db, filter, position, limit),
      position: (row) => [row.account_id],
      items: (rows) => withLinkedPersons(ctx, rows),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM accounts WHERE ${filter}`),
  ]);
  return { ...page, totalCount };
};
