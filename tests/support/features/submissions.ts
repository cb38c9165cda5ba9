import { builtInFormId } from "../../../contract";
import { insertSubmission, type SubmissionRow } from "../../../server/features/form-submissions/queries";
import { createIds } from "../../../server/records/ids";
import type { Database } from "../../../server/storage/port";
import { testSite } from "../service/site";

const newId = createIds(Date.now);

/** Inserts the row of a submission, without the visitors' listener. */
export async function addSubmission(db: Database, tenantId: string, fields: Partial<SubmissionRow> = {}): Promise<string> {
  const row: SubmissionRow = {
    submission_id: newId("submission"),
    form_id: builtInFormId,
    action_id: null,
    audience_id: newId("audience"),
    page_id: newId("page"),
    external_id: null,
    person_id: null,
    account_id: null,
    visit_id: null,
    identifier: "ada@acme.example",
    identifier_type: "email",
    phone: null,
    files: "[]",
    field_values: `{"email":"ada@acme.example"}`,
    submitted_at: Date.now(),
    is_prefilled: 0,
    ...fields,
  };
  const making = { tenantId, now: row.submitted_at, newId, site: testSite, dialect: db.dialect };
  await db.transaction((tx) => insertSubmission({ ...making, db: tx }, row, []));
  return row.submission_id;
}
