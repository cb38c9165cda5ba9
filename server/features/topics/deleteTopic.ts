import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { defaultTopicRemoved } from "../tenants";
import { entryIdsOf } from "./entries/queries";
import { deleteTopicRows, findTopicToChange } from "./queries";
import { reopenQuestions } from "./reopen-questions";

export const deleteTopic: Handler<"deleteTopic"> = async (ctx, { params }) => {
  const topicId = params.topic_id;
  const topic = await findTopicToChange(ctx, topicId);
  if (!topic) throw notFound();
  const entryIds = await entryIdsOf(ctx, topicId);
  await Promise.all([
    deleteTopicRows(ctx, topicId),
    reopenQuestions(ctx, entryIds),
    topic.is_default === 1 && defaultTopicRemoved(ctx),
    recordEvent(ctx, "topic.deleted", topicId, { topicId }),
  ]);
  return { topicId, deleted: true };
};
