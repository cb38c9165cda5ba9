import type { Writing } from "../../context";
import { among, type Sql, sql } from "../../storage/sql";
import type { PersonRow } from "../persons";

/**
 * Removes what a person sent during visits, and page addresses, which may contain their name. Covers visits of audiences that
 * are or were the person's, and visits in which the person gave their address or number. Times and counts stay.
 */
export async function forgetVisitor(ctx: Writing, person: PersonRow): Promise<void> {
  const { person_id, email, phone_number, linkedin_profile_url } = person;
  await forgetWhere(
    ctx,
    sql`audience_id IN (
      SELECT audience_id FROM audiences WHERE tenant_id = ${ctx.tenantId} AND person_id = ${person_id}
      UNION ALL SELECT audience_id FROM former_persons WHERE tenant_id = ${ctx.tenantId} AND person_id = ${person_id})`,
  );
  if (email !== null)
    await forgetWhere(ctx, sql`lower(form_submission_email) = lower(${email}) AND form_submission_email IS NOT NULL`);
  if (phone_number !== null) await forgetWhere(ctx, sql`form_submission_phone = ${phone_number}`);
  for (const identifier of [email, phone_number, linkedin_profile_url]) {
    if (identifier === null) continue;
    await forgetWhere(
      ctx,
      sql`lower(form_submission_identifier) = lower(${identifier}) AND form_submission_identifier IS NOT NULL`,
    );
  }
}

/** Removes page addresses with the person's name from visits of other audiences. */
export async function forgetInAddresses({ db, tenantId }: Writing, slug: string, audienceIds: readonly string[]): Promise<void> {
  await db.run(sql`
    UPDATE audience_sessions SET page_url = NULL WHERE tenant_id = ${tenantId} AND analytics_session_id IN (
      SELECT analytics_session_id FROM audience_sessions
      WHERE tenant_id = ${tenantId} AND audience_id ${among(audienceIds)} AND lower(page_url) LIKE ${`%${slug}%`})`);
}

/** The subquery finds the rows by an index; with the condition itself, SQLite may scan all rows of the tenant. */
async function forgetWhere({ db, tenantId }: Writing, condition: Sql): Promise<void> {
  await Promise.all([
    db.run(sql`
      UPDATE session_interactions SET response_text = '' WHERE tenant_id = ${tenantId} AND audience_session_id IN (
        SELECT audience_session_id FROM audience_sessions WHERE tenant_id = ${tenantId} AND ${condition})`),
    db.run(sql`
      UPDATE audience_sessions SET page_title = NULL, page_url = NULL, form_submission_email = NULL, form_submission_phone = NULL,
        form_submission_identifier = NULL, form_submission_identifier_type = NULL
      WHERE tenant_id = ${tenantId} AND analytics_session_id IN (
        SELECT analytics_session_id FROM audience_sessions WHERE tenant_id = ${tenantId} AND ${condition})`),
  ]);
}
