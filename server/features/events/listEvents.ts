import { defaultLimit } from "../../../contract";
import type { Handler } from "../../context";
import { countCapped } from "../../records/counting";
import { readPage } from "../../records/paging";
import { sql } from "../../storage/sql";
import { countedFilter, eventsById, lastPosition, newestEvents, toEvent, wantedBy } from "./queries";
import { notReached, readFeed } from "./read-feed";

export const listEvents: Handler<"listEvents"> = async (ctx, { query }) => {
  const { after, limit = defaultLimit } = query;
  const wanted = wantedBy(query);
  const { types, subjectId } = wanted;
  if (after !== undefined) {
    const page = await readFeed(ctx, wanted, after, limit);
    if (page.lastPosition === after) {
      const newest = await lastPosition(ctx);
      if (after > newest) throw notReached(newest);
    }
    return {
      items: page.rows.map(toEvent),
      hasMore: page.hasMore,
      nextCursor: null,
      totalCount: null,
      lastPosition: page.lastPosition,
    };
  }
  const filters = [types?.join(), subjectId, wanted.from, wanted.to];
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listEvents",
      filters,
      query,
      read: (position, atMost) => newestEvents(ctx, wanted, position, atMost),
      position: (row) => [row.event_id],
      bytesOf: ({ bytes }) => bytes,
      items: async (events) => (await eventsById(ctx, events)).map(toEvent),
    }),
    countCapped(ctx.db, sql`SELECT 1 FROM events WHERE ${countedFilter(ctx, wanted)}`, `${ctx.tenantId} ${filters.join(" ")}`),
  ]);
  return { ...page, totalCount, lastPosition: null };
};
