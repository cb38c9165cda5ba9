import type { FormSubmission } from "../../../../contract";
import { declareIdentifiers, eventIdsOfQuestion } from "../../../erasure/declared-identifiers";
import { type Erasing, type ErasureStage, fittingInStep } from "../../../erasure/erasure";
import { keepIdentifiers } from "../../../erasure/former-identifiers";
import { hashOfPerson } from "../../../erasure/identifiers";
import { linkOfVisit } from "../../../erasure/unnamed-forms";
import { among, sql } from "../../../storage/sql";

/**
 * What was sent in a visit during which the person sent a form is theirs, on whosever page: questions, and forms that don't say who
 * sends them. From now on both are found by the person. It comes before the visits, whose events and interactions tell what was asked.
 */
export const claimSent: ErasureStage = {
  name: "sent in visits",
  tables: ["declared_identifiers", "former_identifiers"],
  weight: 2,
  async forget(ctx, position) {
    const { db, tenantId, person, limit } = ctx;
    const [sentAt, sentId = ""] = position.split(" ");
    const forms = await db.all<{ submission_id: string; submitted_at: number; visit_id: string | null }>(sql`
      SELECT submission_id, submitted_at, visit_id FROM form_submissions
      WHERE tenant_id = ${tenantId} AND person_id = ${person.person_id}
        AND (submitted_at, submission_id) > (${Number(sentAt)}, ${sentId})
      ORDER BY submitted_at, submission_id LIMIT ${limit}`);
    const last = forms.at(-1);
    const next = last && forms.length === limit ? `${last.submitted_at} ${last.submission_id}` : undefined;
    const isAll = await claimIn(
      ctx,
      forms.flatMap(({ visit_id }) => visit_id ?? []),
    );
    return isAll ? { rows: forms.length, next } : { rows: limit, next: position };
  },
};

/** The same where the person's form was deleted before: its event is kept for a while. */
export const claimSentWithDeleted: ErasureStage = {
  name: "sent in visits with deleted forms",
  tables: ["declared_identifiers", "former_identifiers"],
  weight: 2,
  async forget(ctx, position) {
    const { db, tenantId, person, limit } = ctx;
    const declared = await db.all<{ event_id: string }>(sql`
      SELECT event_id FROM declared_identifiers
      WHERE tenant_id = ${tenantId} AND identifier_hash = ${hashOfPerson(person.person_id)} AND event_id > ${position}
      ORDER BY event_id LIMIT ${limit}`);
    const forms = await db.all<{ event_id: string; bytes: number }>(sql`
      SELECT event_id, octet_length(data) AS bytes FROM events
      WHERE tenant_id = ${tenantId} AND event_id ${among(declared.map(({ event_id }) => event_id))} AND type = 'form.submitted'
      ORDER BY event_id`);
    const some = fittingInStep(forms).map(({ event_id }) => event_id);
    const read = await db.all<{ data: string }>(
      sql`SELECT data FROM events WHERE tenant_id = ${tenantId} AND event_id ${among(some)}`,
    );
    const isAll = await claimIn(
      ctx,
      read.flatMap(({ data }) => visitOf(data, person.person_id) ?? []),
    );
    if (!isAll) return { rows: limit, next: position };
    if (some.length < forms.length) return { rows: limit, next: some.at(-1) };
    return { rows: declared.length, next: declared.length < limit ? undefined : declared.at(-1)?.event_id };
  },
};

/** Undefined if it is somebody else's, or can't be read. */
function visitOf(data: string, personId: string): string | undefined {
  try {
    const sent = JSON.parse(data) as Partial<FormSubmission>;
    return sent.personId === personId ? (sent.analyticsSessionId ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** False when more was asked in the visits than fits. */
async function claimIn(ctx: Erasing, visitIds: readonly string[]): Promise<boolean> {
  await keepIdentifiers(ctx, ctx.person.person_id, [...new Set(visitIds)].sort().map(linkOfVisit));
  const asked = await unclaimed(ctx, [...(await askedByEvents(ctx, visitIds)), ...(await askedBySessions(ctx, visitIds))]);
  const claimed = asked.slice(0, ctx.limit);
  await declareIdentifiers(
    ctx,
    claimed.map((questionId) => [hashOfPerson(ctx.person.person_id), questionId]),
  );
  return claimed.length === asked.length;
}

/** Also of visits that are not computed yet, and of questions that were deleted: their events are kept for a while. */
async function askedByEvents({ db, tenantId }: Erasing, visitIds: readonly string[]): Promise<string[]> {
  const visits = await db.all<{ visit_key: string }>(sql`
    SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(visitIds)}`);
  // Along the key, because a visit may have very many events.
  const events = await Promise.all(
    visits.map(({ visit_key }) =>
      db.all<{ load_key: string }>(sql`
        SELECT load_key FROM visit_events
        WHERE tenant_id = ${tenantId} AND visit_key = ${visit_key} AND load_key > 'question_' AND load_key < 'question_~'
          AND type = 'question'`),
    ),
  );
  return events.flat().map(({ load_key }) => load_key);
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
  const toldIds = told.map(({ component_id }) => component_id).filter((id) => id.startsWith("question_"));
  const questions = await db.all<{ question_id: string }>(sql`
    SELECT question_id FROM questions
    WHERE tenant_id = ${tenantId} AND question_id ${among(toldIds)} AND audience_id ${among(audienceIds)}`);
  // Of one that was deleted, the events are kept for a while.
  const askedIn = new Map(toldIds.map((questionId) => [eventIdsOfQuestion(questionId)[0], questionId]));
  const events = await db.all<{ event_id: string }>(sql`
    SELECT event_id FROM events
    WHERE tenant_id = ${tenantId} AND event_id ${among([...askedIn.keys()])} AND subject_id ${among(audienceIds)}`);
  return [...questions.map(({ question_id }) => question_id), ...events.flatMap(({ event_id }) => askedIn.get(event_id) ?? [])];
}

async function unclaimed({ db, tenantId, person }: Erasing, questionIds: readonly string[]): Promise<string[]> {
  const known = await db.all<{ event_id: string }>(sql`
    SELECT event_id FROM declared_identifiers
    WHERE tenant_id = ${tenantId} AND identifier_hash = ${hashOfPerson(person.person_id)} AND event_id ${among(questionIds)}`);
  const claimed = new Set(known.map(({ event_id }) => event_id));
  return [...new Set(questionIds)].filter((questionId) => !claimed.has(questionId));
}
