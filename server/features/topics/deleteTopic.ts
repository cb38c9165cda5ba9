import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { deleteTopicRows } from "./queries";

export const deleteTopic: Handler<"deleteTopic"> = async (ctx, { params }) => {
  const topicId = params.topic_id;
  if (!(await deleteTopicRows(ctx, topicId))) throw notFound();
  await recordEvent(ctx, "topic.deleted", topicId, { topicId });
  return { topicId, deleted: true };
};
