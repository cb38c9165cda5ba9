import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { deleteEntryRow, findTopicToChange, touchTopic } from "./queries";

export const deleteTopicEntry: Handler<"deleteTopicEntry"> = async (ctx, { params }) => {
  const { topic_id: topicId, entry_id: topicEntryId } = params;
  await findTopicToChange(ctx, topicId);
  if (!(await deleteEntryRow(ctx, topicId, topicEntryId))) throw notFound();
  await Promise.all([touchTopic(ctx, topicId), recordEvent(ctx, "topic_entry.deleted", topicEntryId, { topicEntryId, topicId })]);
  return { topicEntryId, deleted: true };
};
