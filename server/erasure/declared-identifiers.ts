import type { EventData } from "../../contract";
import type { Writing } from "../context";
import { idsBeside } from "../records/ids";
import { among, sql, sqlRows } from "../storage/sql";
import { type Erasing, type ErasureStage, untilNothingIsFound } from "./erasure";
import { hashOfPerson, identifiersIn } from "./identifiers";
import { forgetRecords } from "./records";
import { removeEvents } from "./remove-events";
import { linksOfForm } from "./unnamed-forms";

/** Events in which visitors may name persons. */
export type VisitorEventType =
  | "account.new_visitor"
  | "asset.created"
  | "form.submitted"
  | "question.answered"
  | "question.asked"
  | "question.unanswered";
export type VisitorEvent = EventData<"form.submitted" | "question.asked">;

/** Whoever is named in a question or form, and the person whose page it was sent from. In a fixed order, which avoids deadlocks. */
export function identifiersInEvent(event: VisitorEvent): string[] {
  if (!("values" in event)) return hashesOf([event.text], [event.personId]);
  return [...hashesOf(Object.values(event.values), [event.personId]), ...linksOfForm(event)];
}

/** The same for a question that is about to be recorded, with those who may be named in its answer. */
export function identifiersInQuestion(text: string, personIds: readonly (string | null)[]): string[] {
  return hashesOf([text], personIds);
}

function hashesOf(texts: readonly string[], personIds: readonly (string | null)[]): string[] {
  const persons = new Set(personIds.filter((personId) => personId !== null));
  return [...identifiersIn(texts), ...[...persons].map(hashOfPerson)].sort();
}

/** Two events: that the question was asked, and whether it was answered. Their identifiers are derived from the question's. */
export function eventIdsOfQuestion(questionId: string): [asked: string, answered: string] {
  return idsBeside("event", questionId);
}

/** In the transaction that records what names them: by the hash of an identifier, an event or a question. */
export async function declareIdentifiers(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  named: readonly (readonly [hash: string, id: string])[],
): Promise<void> {
  const rows = named.map(([hash, id]) => [tenantId, hash, id]);
  await Promise.all(
    sqlRows(rows, { often: true }).map((some) =>
      db.run(sql`
        INSERT INTO declared_identifiers (tenant_id, identifier_hash, event_id) VALUES ${some}
        ON CONFLICT (tenant_id, identifier_hash, event_id) DO NOTHING`),
    ),
  );
}

/** In the transaction that deletes the question: its events are kept for a while longer. */
export async function declareEventsOfQuestion(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  questionId: string,
): Promise<void> {
  await Promise.all([
    ...eventIdsOfQuestion(questionId).map((eventId) =>
      db.run(sql`
        INSERT INTO declared_identifiers (tenant_id, identifier_hash, event_id)
        SELECT tenant_id, identifier_hash, ${eventId} FROM declared_identifiers
        WHERE tenant_id = ${tenantId} AND event_id = ${questionId}
        ON CONFLICT (tenant_id, identifier_hash, event_id) DO NOTHING`),
    ),
    db.run(sql`DELETE FROM declared_identifiers WHERE tenant_id = ${tenantId} AND event_id = ${questionId}`),
  ]);
}

/** In the transaction that deletes a form and its files: the last event of a file leads to all others, which are kept for a while longer. */
export async function declareEventsOfFiles(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  submissionId: string,
  assetIds: readonly string[],
): Promise<void> {
  if (assetIds.length === 0) return;
  await db.run(sql`
    INSERT INTO declared_identifiers (tenant_id, identifier_hash, event_id)
    SELECT named.tenant_id, named.identifier_hash, latest.event_id FROM submission_identifiers AS named CROSS JOIN (
      SELECT max(event_id) AS event_id FROM events
      WHERE tenant_id = ${tenantId} AND subject_id ${among(assetIds)} GROUP BY subject_id) AS latest
    WHERE named.tenant_id = ${tenantId} AND named.submission_id = ${submissionId}
    ON CONFLICT (tenant_id, identifier_hash, event_id) DO NOTHING`);
}

/** Removes the questions and forms in which the person is named, on whosever page they were sent. A question is found like an event. */
export const forgetVisitorEvents: ErasureStage = {
  name: "visitor events",
  // A question has two events.
  weight: 3,
  tables: ["events", "webhook_deliveries", "declared_identifiers", "questions", "idempotency"],
  async forget(ctx) {
    const { db, tenantId, limit } = ctx;
    const found = await eventsNaming(ctx);
    const eventIds = found.flatMap(({ event_id: id }) => (id.startsWith("question_") ? [id, ...eventIdsOfQuestion(id)] : [id]));
    // Of a question or file there are later events, and answers to whoever changed it. They are found by it, so they go before it.
    const subjectIds = [...found.flatMap(({ event_id }) => questionIdsOf(event_id)), ...(await filesIn(ctx, eventIds))];
    if ((await forgetRecords(ctx, subjectIds, eventIds)) >= limit) return untilNothingIsFound(limit, limit);
    const [identifiers, questions] = await Promise.all([
      db.run(sql`DELETE FROM declared_identifiers WHERE tenant_id = ${tenantId} AND event_id ${among(eventIds)}`),
      db.run(sql`DELETE FROM questions WHERE tenant_id = ${tenantId} AND question_id ${among(eventIds)}`),
      removeEvents(ctx, eventIds),
    ]);
    ctx.count("questions", { found: questions, removed: questions });
    ctx.count("declared_identifiers", { found: identifiers, removed: identifiers });
    return untilNothingIsFound(found.length, limit);
  },
};

/** A question that was deleted is known by its events alone, whose identifiers leave two for it. */
function questionIdsOf(id: string): string[] {
  return id.startsWith("question_") ? [id] : idsBeside("question", id);
}

/** The files that the events tell of. */
async function filesIn({ db, tenantId }: Erasing, eventIds: readonly string[]): Promise<string[]> {
  const rows = await db.all<{ subject_id: string }>(sql`
    SELECT DISTINCT subject_id FROM events
    WHERE tenant_id = ${tenantId} AND event_id ${among(eventIds)} AND type LIKE 'asset.%'`);
  return rows.map(({ subject_id }) => subject_id);
}

function eventsNaming({ db, tenantId, person, limit }: Erasing): Promise<{ event_id: string }[]> {
  return db.all(sql`
    SELECT declared.event_id FROM former_identifiers AS former
    CROSS JOIN declared_identifiers AS declared
    WHERE former.tenant_id = ${tenantId} AND former.person_id = ${person.person_id}
      AND declared.tenant_id = ${tenantId} AND declared.identifier_hash = former.identifier_hash LIMIT ${limit}`);
}
