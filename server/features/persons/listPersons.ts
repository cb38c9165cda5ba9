import type { Handler } from "../../context";
import { capped, readPage } from "../../records/paging";
import { newestPersons, toPerson } from "./queries";

export const listPersons: Handler<"listPersons"> = async (ctx, { query }) => {
  let total = 0;
  const page = await readPage({
    ctx,
    id: "listPersons",
    query,
    async read(position, limit) {
      const { rows, count } = await newestPersons(ctx.db, ctx.tenantId, position, limit);
      total = count;
      return rows;
    },
    position: (row) => [row.person_id],
    items: (rows) => rows.map(toPerson),
  });
  return { ...page, totalCount: capped(total) };
};
