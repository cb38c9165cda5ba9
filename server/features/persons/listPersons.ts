import type { Handler } from "../../context";
import { capped, readPage } from "../../paging";
import { newestPersons, personCount, toPerson } from "./queries";

export const listPersons: Handler<"listPersons"> = async (ctx, { query }) => {
  const [page, count] = await Promise.all([
    readPage({
      id: "listPersons",
      tenantId: ctx.tenantId,
      query,
      read: (position, limit) => newestPersons(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.person_id],
      items: (rows) => rows.map(toPerson),
    }),
    personCount(ctx.db, ctx.tenantId),
  ]);
  return { ...page, totalCount: capped(count) };
};
