import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { type EntryRow, findEntry, findTopicToChange, refuseOversize, resizeTopic, toEntry, updateEntryRow } from "./queries";

export const updateTopicEntry: Handler<"updateTopicEntry"> = async (ctx, { params, body }) => {
  const topic = await findTopicToChange(ctx, params.topic_id);
  const row = await findEntry(ctx.db, ctx.tenantId, params.topic_id, params.entry_id);
  if (!topic || !row) throw notFound();
  const changed: EntryRow = {
    ...row,
    sort_order: body.sortOrder ?? row.sort_order,
    type: body.content?.type ?? row.type,
    content: body.content?.content ?? row.content,
    updated_at: ctx.now,
  };
  const bytes = Buffer.byteLength(changed.content) - Buffer.byteLength(row.content);
  refuseOversize(topic, bytes);
  const entry = toEntry(changed);
  await Promise.all([
    updateEntryRow(ctx, changed),
    resizeTopic(ctx, row.topic_id, bytes),
    recordEvent(ctx, "topic_entry.updated", row.topic_entry_id, entry),
  ]);
  return entry;
};
