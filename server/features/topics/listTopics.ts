import type { Handler } from "../../context";
import { readPage } from "../../records/paging";
import { orderedTopics, type TopicRow, topicCount, toTopicWithoutEntries, withEntries } from "./queries";

export const listTopics: Handler<"listTopics"> = async (ctx, { query }) => {
  const hasEntries = query.entries !== false;
  const [page, totalCount] = await Promise.all([
    readPage({
      ctx,
      id: "listTopics",
      ...(hasEntries && { bytesOf: (row: TopicRow) => row.bytes }),
      query,
      read: (position, limit) => orderedTopics(ctx.db, ctx.tenantId, position, limit),
      position: (row) => [row.sort_order, row.topic_id],
      items: (rows) =>
        hasEntries ? withEntries(ctx, rows) : rows.map((row) => ({ ...toTopicWithoutEntries(row), entries: [] })),
    }),
    topicCount(ctx.db, ctx.tenantId),
  ]);
  return { ...page, totalCount };
};
