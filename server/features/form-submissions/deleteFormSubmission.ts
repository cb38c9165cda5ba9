import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { forgetDeclared } from "../../visits/submission-values";
import { forgetVisitorAssets } from "../assets";
import { assetsOfSubmissions, deleteSubmissions, findSubmission } from "./queries";

export const deleteFormSubmission: Handler<"deleteFormSubmission"> = async (ctx, { params }) => {
  const submissionId = params.submission_id;
  const row = await findSubmission(ctx, submissionId);
  if (!row) throw notFound();
  await forgetVisitorAssets(ctx, await assetsOfSubmissions(ctx, [submissionId]));
  await Promise.all([deleteSubmissions(ctx, [submissionId]), forgetDeclared(ctx, row.visit_id, submissionId)]);
  await recordEvent(ctx, "form_submission.deleted", submissionId, { submissionId });
  return { submissionId, deleted: true };
};
