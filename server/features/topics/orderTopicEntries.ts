import { guarded, type Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { setEntryOrder } from "./entries/queries";
import { findTopicToChange, lockTopic, resizeTopic, toTopic } from "./queries";

export const orderTopicEntries: Handler<"orderTopicEntries"> = guarded(lockTopic, async (ctx, { params, body: { entryIds } }) => {
  const row = await findTopicToChange(ctx, params.topic_id);
  if (!row) throw notFound();
  const topic = await toTopic(ctx, row);
  const before = topic.entries.map(({ topicEntryId }) => topicEntryId);
  const known = new Set(before);
  const ordered = [...new Set([...entryIds.filter((id) => known.has(id)), ...known])];
  if (ordered.every((id, index) => id === before[index])) return topic;
  const orderOf = new Map(topic.entries.map(({ topicEntryId, sortOrder }) => [topicEntryId, sortOrder]));
  const moved = ordered.flatMap((id, order) => (orderOf.get(id) === order ? [] : { id, order }));
  for (const { id, order } of moved) await setEntryOrder(ctx, row.topic_id, id, order);
  await Promise.all([
    resizeTopic(ctx, row.topic_id, 0),
    recordEvent(ctx, "topic.entries_ordered", row.topic_id, { topicId: row.topic_id, entryIds: ordered }),
  ]);
  return toTopic(ctx, { ...row, updated_at: ctx.now });
});
