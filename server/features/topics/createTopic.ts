import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { insertTopic, nextTopicOrder, type TopicRow, toTopic } from "./queries";

export const createTopic: Handler<"createTopic"> = async (ctx, { body }) => {
  const row: TopicRow = {
    topic_id: ctx.newId("topic"),
    title: body.title,
    purpose: body.purpose ?? null,
    sort_order: body.sortOrder ?? (await nextTopicOrder(ctx.db, ctx.tenantId)),
    is_default: Number(body.isDefault),
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  await insertTopic(ctx, row);
  const topic = await toTopic(ctx, row);
  await recordEvent(ctx, "topic.created", row.topic_id, topic);
  return topic;
};
