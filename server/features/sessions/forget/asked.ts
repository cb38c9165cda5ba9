import type { ErasureStage } from "../../../erasure/erasure";
import { hashOfPerson } from "../../../erasure/identifiers";
import { among, sql } from "../../../storage/sql";

/**
 * What was asked in a visit during which the person sent a form is theirs, on whosever page: from now on it is found by the person,
 * like a question that names them. It comes before the visits, whose events and interactions tell what was asked.
 */
export const claimQuestions: ErasureStage = {
  name: "questions of visits",
  tables: ["declared_identifiers"],
  async forget({ db, tenantId, person, limit }, position) {
    const [sentAt, sentId = ""] = position.split(" ");
    const forms = await db.all<{ submission_id: string; submitted_at: number; visit_id: string | null }>(sql`
      SELECT submission_id, submitted_at, visit_id FROM form_submissions
      WHERE tenant_id = ${tenantId} AND person_id = ${person.person_id}
        AND (submitted_at, submission_id) > (${Number(sentAt)}, ${sentId})
      ORDER BY submitted_at, submission_id LIMIT ${limit}`);
    const visitIds = among(forms.flatMap(({ visit_id }) => visit_id ?? []));
    const hash = hashOfPerson(person.person_id);
    const claimed = await db.run(sql`
      INSERT INTO declared_identifiers (tenant_id, identifier_hash, event_id)
      SELECT ${tenantId}, ${hash}, asked.question_id FROM (
        SELECT event.load_key AS question_id FROM visits AS visit
        JOIN visit_events AS event ON event.tenant_id = ${tenantId} AND event.visit_key = visit.visit_key AND event.type = 'question'
        WHERE visit.tenant_id = ${tenantId} AND visit.analytics_session_id ${visitIds}
        UNION
        SELECT question.question_id FROM audience_sessions AS session
        JOIN session_interactions AS told ON told.tenant_id = ${tenantId} AND told.audience_session_id = session.audience_session_id
          AND told.component_context = 'question'
        JOIN questions AS question ON question.tenant_id = ${tenantId} AND question.question_id = told.component_id
          AND question.audience_id = session.audience_id
        WHERE session.tenant_id = ${tenantId} AND session.analytics_session_id ${visitIds}) AS asked
      WHERE NOT EXISTS (
        SELECT 1 FROM declared_identifiers
        WHERE tenant_id = ${tenantId} AND identifier_hash = ${hash} AND event_id = asked.question_id)
      LIMIT ${limit}
      ON CONFLICT (tenant_id, identifier_hash, event_id) DO NOTHING`);
    if (claimed === limit) return { rows: limit, next: position };
    const last = forms.at(-1);
    return {
      rows: Math.max(forms.length, claimed),
      next: last && forms.length === limit ? `${last.submitted_at} ${last.submission_id}` : undefined,
    };
  },
};
