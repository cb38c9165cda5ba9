import { declareIdentifiers } from "../../../erasure/declared-identifiers";
import type { Erasing, ErasureStage } from "../../../erasure/erasure";
import { hashOfPerson } from "../../../erasure/identifiers";
import { among, sql } from "../../../storage/sql";

/**
 * What was asked in a visit during which the person sent a form is theirs, on whosever page: from now on it is found by the person,
 * like a question that names them. It comes before the visits, whose events and interactions tell what was asked.
 */
export const claimQuestions: ErasureStage = {
  name: "questions of visits",
  tables: ["declared_identifiers"],
  async forget(ctx, position) {
    const { db, tenantId, person, limit } = ctx;
    const [sentAt, sentId = ""] = position.split(" ");
    const forms = await db.all<{ submission_id: string; submitted_at: number; visit_id: string | null }>(sql`
      SELECT submission_id, submitted_at, visit_id FROM form_submissions
      WHERE tenant_id = ${tenantId} AND person_id = ${person.person_id}
        AND (submitted_at, submission_id) > (${Number(sentAt)}, ${sentId})
      ORDER BY submitted_at, submission_id LIMIT ${limit}`);
    const visitIds = forms.flatMap(({ visit_id }) => visit_id ?? []);
    const asked = await unclaimed(ctx, [...(await askedByEvents(ctx, visitIds)), ...(await askedBySessions(ctx, visitIds))]);
    const claimed = asked.slice(0, limit);
    await declareIdentifiers(
      ctx,
      claimed.map((questionId) => [hashOfPerson(person.person_id), questionId]),
    );
    if (claimed.length < asked.length) return { rows: limit, next: position };
    const last = forms.at(-1);
    return {
      rows: Math.max(forms.length, claimed.length),
      next: last && forms.length === limit ? `${last.submitted_at} ${last.submission_id}` : undefined,
    };
  },
};

/** Also of visits that are not computed yet, and of questions that were deleted: their events are kept for a while. */
async function askedByEvents({ db, tenantId }: Erasing, visitIds: readonly string[]): Promise<string[]> {
  const visits = await db.all<{ visit_key: string }>(sql`
    SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(visitIds)}`);
  const events = await db.all<{ load_key: string }>(sql`
    SELECT load_key FROM visit_events
    WHERE tenant_id = ${tenantId} AND visit_key ${among(visits.map(({ visit_key }) => visit_key))} AND type = 'question'`);
  return events.map(({ load_key }) => load_key);
}

/** Sessions outlive what browsers told of them. Anybody can claim to have clicked something, so the audience must be the same. */
async function askedBySessions({ db, tenantId }: Erasing, visitIds: readonly string[]): Promise<string[]> {
  const sessions = await db.all<{ audience_session_id: string | null; audience_id: string | null }>(sql`
    SELECT audience_session_id, audience_id FROM audience_sessions
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(visitIds)}`);
  const sessionIds = sessions.flatMap(({ audience_session_id }) => audience_session_id ?? []);
  const told = await db.all<{ component_id: string }>(sql`
    SELECT component_id FROM session_interactions
    WHERE tenant_id = ${tenantId} AND audience_session_id ${among(sessionIds)} AND component_context = 'question'`);
  const audienceIds = sessions.flatMap(({ audience_id }) => audience_id ?? []);
  const questions = await db.all<{ question_id: string }>(sql`
    SELECT question_id FROM questions
    WHERE tenant_id = ${tenantId} AND question_id ${among(told.map(({ component_id }) => component_id))}
      AND audience_id ${among(audienceIds)}`);
  return questions.map(({ question_id }) => question_id);
}

async function unclaimed({ db, tenantId, person }: Erasing, questionIds: readonly string[]): Promise<string[]> {
  const known = await db.all<{ event_id: string }>(sql`
    SELECT event_id FROM declared_identifiers
    WHERE tenant_id = ${tenantId} AND identifier_hash = ${hashOfPerson(person.person_id)} AND event_id ${among(questionIds)}`);
  const claimed = new Set(known.map(({ event_id }) => event_id));
  return [...new Set(questionIds)].filter((questionId) => !claimed.has(questionId));
}
