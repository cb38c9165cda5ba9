import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { deleteSubmissions } from "./queries";

export const deleteFormSubmission: Handler<"deleteFormSubmission"> = async (ctx, { params }) => {
  const submissionId = params.submission_id;
  const { submissions } = await deleteSubmissions(ctx, [submissionId]);
  if (submissions === 0) throw notFound();
  await recordEvent(ctx, "form_submission.deleted", submissionId, { submissionId });
  return { submissionId, deleted: true };
};
