import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { deleteEntryRow } from "./entries/queries";
import { findTopicToChange, resizeTopic } from "./queries";
import { reopenQuestions } from "./reopen-questions";

export const deleteTopicEntry: Handler<"deleteTopicEntry"> = async (ctx, { params }) => {
  const { topic_id: topicId, entry_id: topicEntryId } = params;
  await findTopicToChange(ctx, topicId);
  const bytes = await deleteEntryRow(ctx, topicId, topicEntryId);
  if (bytes === undefined) throw notFound();
  await Promise.all([
    resizeTopic(ctx, topicId, -bytes),
    reopenQuestions(ctx, [topicEntryId]),
    recordEvent(ctx, "topic_entry.deleted", topicEntryId, { topicEntryId, topicId }),
  ]);
  return { topicEntryId, deleted: true };
};
