import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { bytesWithoutEntries, insertTopic, nextTopicOrder, type TopicRow, toTopicWithoutEntries } from "./queries";

export const createTopic: Handler<"createTopic"> = async (ctx, { body }) => {
  await ctx.db.lock(`topic-order ${ctx.tenantId}`);
  const row: TopicRow = {
    topic_id: ctx.newId("topic"),
    title: body.title,
    purpose: body.purpose ?? null,
    sort_order: body.sortOrder ?? (await nextTopicOrder(ctx.db, ctx.tenantId)),
    is_default: Number(body.isDefault),
    bytes: bytesWithoutEntries({ title: body.title, purpose: body.purpose ?? null }),
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const topic = toTopicWithoutEntries(row);
  await Promise.all([insertTopic(ctx, row), recordEvent(ctx, "topic.created", row.topic_id, topic)]);
  return { ...topic, entries: [] };
};
