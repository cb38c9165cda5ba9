import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findSubmission, toFormSubmission } from "./queries";

export const getFormSubmission: Handler<"getFormSubmission"> = async (ctx, { params }) => {
  const row = await findSubmission(ctx, params.submission_id);
  if (!row) throw notFound();
  return toFormSubmission(row);
};
