import type { Writing } from "../../context";
import { type Sql, sql, sqlList } from "../../storage/sql";

interface Visitor {
  personId: string;
  email: string | null;
}

/**
 * Removes what a person told of themselves while visiting: what they sent, and what they answered. Visits of the
 * person's audiences, and visits in which the address was given; how many there were, and when, stays.
 */
export async function forgetVisitor(ctx: Writing, { personId, email }: Visitor): Promise<void> {
  await forgetWhere(
    ctx,
    sql`audience_id IN (SELECT audience_id FROM audiences WHERE tenant_id = ${ctx.tenantId} AND person_id = ${personId})`,
  );
  if (email === null) return;
  await forgetWhere(ctx, sql`form_submission_email IN ${sqlList([...new Set([email, email.toLowerCase()])])}`);
}

/** Found by their identifiers first: changed by condition at once, SQLite may walk through all rows of the tenant. */
async function forgetWhere({ db, tenantId }: Writing, condition: Sql): Promise<void> {
  await Promise.all([
    db.run(sql`
      UPDATE session_interactions SET response_text = '' WHERE tenant_id = ${tenantId} AND audience_session_id IN (
        SELECT audience_session_id FROM audience_sessions WHERE tenant_id = ${tenantId} AND ${condition})`),
    db.run(sql`
      UPDATE audience_sessions SET form_submission_email = NULL, form_submission_phone = NULL, form_submission_identifier = NULL,
        form_submission_identifier_type = NULL
      WHERE tenant_id = ${tenantId} AND analytics_session_id IN (
        SELECT analytics_session_id FROM audience_sessions WHERE tenant_id = ${tenantId} AND ${condition})`),
  ]);
}
