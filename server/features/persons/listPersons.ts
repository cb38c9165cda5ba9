import type { Handler } from "../../context";
import { capped, readPage } from "../../records/paging";
import { newestPersons, personsCount } from "./queries";

export const listPersons: Handler<"listPersons"> = async (ctx, { query }) => {
  const [page, count] = await Promise.all([
    readPage({
      ctx,
      id: "listPersons",
      query,
      read: (position, limit) => newestPersons(ctx.db, ctx.tenantId, position, limit),
      position: ({ personId }) => [personId],
      items: (persons) => persons,
    }),
    personsCount(ctx.db, ctx.tenantId),
  ]);
  return { ...page, totalCount: capped(count) };
};
