import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { findQuestionToChange, setQuestionState, toQuestion } from "./queries";

export const updateQuestion: Handler<"updateQuestion"> = async (ctx, { params, body }) => {
  const row = await findQuestionToChange(ctx, params.question_id);
  if (!row) throw notFound();
  const changed = { ...row, status: body.status, updated_at: ctx.now };
  if (!isEdited(row, changed)) return toQuestion(row);
  const { question_id: questionId, page_id: pageId, topic_entry_id: topicEntryId } = row;
  await Promise.all([
    setQuestionState(ctx, [questionId], changed.status, topicEntryId),
    recordEvent(ctx, "question.updated", questionId, { questionId, pageId, status: body.status, topicEntryId }),
  ]);
  return toQuestion(changed);
};
