import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { deleteQuestionRow } from "./queries";

export const deleteQuestion: Handler<"deleteQuestion"> = async (ctx, { params }) => {
  const questionId = params.question_id;
  if (!(await deleteQuestionRow(ctx, questionId))) throw notFound();
  await recordEvent(ctx, "question.deleted", questionId, { questionId });
  return { questionId, deleted: true };
};
