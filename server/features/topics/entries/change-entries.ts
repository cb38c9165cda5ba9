import { maxEntriesPerTopic, type TopicEntry } from "../../../../contract";
import type { WriteContext } from "../../../context";
import { recordEvent } from "../../../events/record";
import { editedAt, isEdited } from "../../../records/edited-at";
import { notFound, Problem } from "../../../records/problem";
import { findTopicToChange, refuseOversize, resizeTopic } from "../queries";
import { type EntryRow, entryStatistics, findEntry, insertEntry, toEntry, updateEntryRow } from "./queries";

interface EntryFields {
  content?: TopicEntry["content"] | undefined;
  sortOrder?: number | undefined;
}

/** Without `sortOrder` it comes after the last. */
export async function addEntry(
  ctx: WriteContext,
  topicId: string,
  { content, sortOrder }: EntryFields & Required<Pick<EntryFields, "content">>,
): Promise<TopicEntry> {
  const topic = await findTopicToChange(ctx, topicId);
  if (!topic || !content) throw notFound();
  const { count, nextOrder } = await entryStatistics(ctx, topicId);
  if (count >= maxEntriesPerTopic) throw new Problem("topic_full", { detail: `A topic holds ${maxEntriesPerTopic} entries` });
  const bytes = Buffer.byteLength(content.content);
  refuseOversize(topic, bytes);
  const row: EntryRow = {
    topic_entry_id: ctx.newId("entry"),
    topic_id: topicId,
    sort_order: sortOrder ?? nextOrder,
    type: content.type,
    content: content.content,
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
}

export async function changeEntry(
  ctx: WriteContext,
  topicId: string,
  entryId: string,
  fieldsOf: (entry: TopicEntry) => EntryFields,
): Promise<TopicEntry> {
  const topic = await findTopicToChange(ctx, topicId);
  const row = await findEntry(ctx.db, ctx.tenantId, topicId, entryId);
  if (!topic || !row) throw notFound();
  const { content, sortOrder } = fieldsOf(toEntry(row));
  const changed: EntryRow = {
    ...row,
    sort_order: sortOrder ?? row.sort_order,
    type: content?.type ?? row.type,
    content: content?.content ?? row.content,
    updated_at: editedAt(ctx, row),
  };
  if (!isEdited(row, changed)) return toEntry(row);
  const bytes = Buffer.byteLength(changed.content) - Buffer.byteLength(row.content);
  refuseOversize(topic, bytes);
  const entry = toEntry(changed);
  await Promise.all([
    updateEntryRow(ctx, changed),
    resizeTopic(ctx, row.topic_id, bytes),
    recordEvent(ctx, "topic_entry.updated", row.topic_entry_id, entry),
  ]);
  return entry;
}
