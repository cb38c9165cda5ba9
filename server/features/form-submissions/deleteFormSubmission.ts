import type { Handler } from "../../context";
import { declareEventsOfFiles } from "../../erasure/declared-identifiers";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { forgetDeclared } from "../../visits/submission-values";
import { forgetVisitorAssets } from "../assets";
import { assetsOfSubmissions, deleteSubmissions, findSubmission } from "./queries";

export const deleteFormSubmission: Handler<"deleteFormSubmission"> = async (ctx, { params }) => {
  const submissionId = params.submission_id;
  const row = await findSubmission(ctx, submissionId);
  if (!row) throw notFound();
  const assetIds = await assetsOfSubmissions(ctx, [submissionId]);
  await forgetVisitorAssets(ctx, assetIds);
  await declareEventsOfFiles(ctx, submissionId, assetIds);
  // The visit first, as an erasure does: it locks it.
  await forgetDeclared(ctx, row.visit_id, submissionId);
  await deleteSubmissions(ctx, [submissionId]);
  await recordEvent(ctx, "form_submission.deleted", submissionId, { submissionId });
  return { submissionId, deleted: true };
};
