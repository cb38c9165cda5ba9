import type { Reader } from "../storage/port";
import type { SessionRow } from "./session-row";

/** What a visitor declared in a form. */
export type SubmissionValues = Pick<
  SessionRow,
  "form_submission_email" | "form_submission_phone" | "form_submission_identifier" | "form_submission_identifier_type"
>;

/** By the submission's identifier. A submission that is not kept has none. */
export async function submissionValues(
  _db: Reader,
  _tenantId: string,
  _submissionIds: readonly string[],
): Promise<ReadonlyMap<string, SubmissionValues>> {
  return new Map();
}
