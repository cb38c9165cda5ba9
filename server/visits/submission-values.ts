import type { Writing } from "../context";
import { among, sql } from "../storage/sql";
import { visitorNumbers } from "./rollups/visitor-numbers";
import type { SessionRow } from "./session-row";

/** What a visitor declared in a form. */
export type SubmissionValues = Pick<
  SessionRow,
  | "form_submission_email"
  | "form_submission_phone"
  | "form_submission_identifier"
  | "form_submission_identifier_type"
  | "declared_visitor"
>;

interface Declared {
  submission_id: string;
  person_id: string | null;
  identifier: string | null;
  identifier_type: SessionRow["form_submission_identifier_type"];
  phone: string | null;
}

/** By the submission's identifier. A submission that is not kept has none. */
export async function submissionValues(
  ctx: Writing,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, SubmissionValues>> {
  if (submissionIds.length === 0) return new Map();
  const rows = await ctx.db.all<Declared>(sql`
    SELECT submission_id, person_id, identifier, identifier_type, phone FROM form_submissions
    WHERE tenant_id = ${ctx.tenantId} AND submission_id ${among(submissionIds)}`);
  const declared = rows.filter(namesSender);
  const personIds = new Set(declared.flatMap(({ person_id }) => person_id ?? []));
  const numbers = await visitorNumbers(ctx, [...personIds].sort());
  return new Map(
    rows.map((row) => [
      row.submission_id,
      {
        form_submission_email: row.identifier_type === "email" ? row.identifier : null,
        // Forms from before phone numbers were kept by themselves have them as identifiers alone.
        form_submission_phone: row.phone ?? (row.identifier_type === "tel" ? row.identifier : null),
        form_submission_identifier: row.identifier,
        form_submission_identifier_type: row.identifier_type,
        declared_visitor: (namesSender(row) ? numbers.get(row.person_id ?? "") : undefined) ?? null,
      },
    ]),
  );
}

/**
 * Without an identifier, or with a phone number without a country, which is nobody's for certain, a form is assigned to the person
 * whom the page was made for, who may not have sent it.
 */
function namesSender({ identifier, identifier_type }: Declared): boolean {
  return identifier !== null && (identifier_type !== "tel" || identifier.startsWith("+"));
}

/**
 * The session keeps its figures, without what was declared in the form. The visit's lock lets a computation end first that has
 * read the form already.
 */
export async function forgetDeclared(ctx: Writing, visitId: string | null, submissionId: string): Promise<void> {
  if (visitId === null) return;
  const { db, tenantId, dialect } = ctx;
  await db.first(sql`
    SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} AND analytics_session_id = ${visitId} ${dialect.forUpdate}`);
  await db.run(sql`
    UPDATE audience_sessions SET form_submission_email = NULL, form_submission_phone = NULL, form_submission_identifier = NULL,
      form_submission_identifier_type = NULL
    WHERE tenant_id = ${tenantId} AND analytics_session_id = ${visitId} AND form_submission_id = ${submissionId}`);
}
