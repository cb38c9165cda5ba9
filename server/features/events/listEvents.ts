import type { Handler } from "../../context";
import { countCapped, largeRowsAtOnce, readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { countedFilter, eventFilter, newestEvents, toEvent } from "./queries";

export const listEvents: Handler<"listEvents"> = async (ctx, { query }) => {
  const filter = eventFilter(ctx, query.type);
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listEvents",
      rowsAtOnce: largeRowsAtOnce,
      filters: [query.type],
      query,
      read: (position, limit) => newestEvents(ctx, filter, position, limit),
      position: (row) => [row.event_id],
      items: (rows) => rows.map(toEvent),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM events WHERE ${countedFilter(ctx, query.type)}`, `${ctx.tenantId} ${query.type}`),
  ]);
  return { ...page, totalCount };
};
