import type { Reader } from "../storage/port";
import { among, sql } from "../storage/sql";
import type { SessionRow } from "./session-row";

/** What a visitor declared in a form. */
export type SubmissionValues = Pick<
  SessionRow,
  "form_submission_email" | "form_submission_phone" | "form_submission_identifier" | "form_submission_identifier_type"
>;

interface Declared {
  submission_id: string;
  identifier: string | null;
  identifier_type: SessionRow["form_submission_identifier_type"];
}

/** By the submission's identifier. A submission that is not kept has none. */
export async function submissionValues(
  db: Reader,
  tenantId: string,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, SubmissionValues>> {
  if (submissionIds.length === 0) return new Map();
  const rows = await db.all<Declared>(sql`
    SELECT submission_id, identifier, identifier_type FROM form_submissions
    WHERE tenant_id = ${tenantId} AND submission_id ${among(submissionIds)}`);
  return new Map(
    rows.map(({ submission_id, identifier, identifier_type }) => [
      submission_id,
      {
        form_submission_email: identifier_type === "email" ? identifier : null,
        form_submission_phone: identifier_type === "tel" ? identifier : null,
        form_submission_identifier: identifier,
        form_submission_identifier_type: identifier_type,
      },
    ]),
  );
}
