import type { Handler } from "../../context";
import { readPage } from "../../records/paging";
import { countTopics, orderedTopics, type TopicRow, withEntries } from "./queries";

export const listTopics: Handler<"listTopics"> = async (ctx, { query }) => {
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listTopics",
      bytesOf: (row: TopicRow) => row.bytes,
      query,
      read: (position, limit) => orderedTopics(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.sort_order, row.topic_id],
      items: (rows) => withEntries(ctx, rows),
    }),
    countTopics(ctx.db, ctx.tenantId),
  ]);
  return { ...page, totalCount };
};
