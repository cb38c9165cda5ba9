import { maxEntriesPerTopic } from "../../../contract";
import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { type EntryRow, entryStatistics, findTopicToChange, insertEntry, refuseOversize, resizeTopic, toEntry } from "./queries";

export const createTopicEntry: Handler<"createTopicEntry"> = async (ctx, { params, body }) => {
  const topic = await findTopicToChange(ctx, params.topic_id);
  if (!topic) throw notFound();
  const { count, nextOrder } = await entryStatistics(ctx, params.topic_id);
  if (count >= maxEntriesPerTopic) throw new Problem("topic_full", { detail: `A topic holds ${maxEntriesPerTopic} entries` });
  const bytes = Buffer.byteLength(body.content.content);
  refuseOversize(topic, bytes);
  const row: EntryRow = {
    topic_entry_id: ctx.newId("entry"),
    topic_id: params.topic_id,
    sort_order: body.sortOrder ?? nextOrder,
    type: body.content.type,
    content: body.content.content,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const entry = toEntry(row);
  await Promise.all([
    insertEntry(ctx, row),
    resizeTopic(ctx, row.topic_id, bytes),
    recordEvent(ctx, "topic_entry.created", row.topic_entry_id, entry),
  ]);
  return entry;
};
