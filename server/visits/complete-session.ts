import type { Writing } from "../context";
import { type NewEvent, recordEvents } from "../events/record";
import { columns, integer, type RowOf, text } from "../storage/columns";
import { among, sql, sqlRows } from "../storage/sql";
import { linkCampaignEvents } from "./campaign-events";
import { keepRollups } from "./rollups/keep-rollups";
import { type SessionRow, sessionColumns, toSession } from "./session-row";
import type { VisitInteraction } from "./session-rules";
import { utmFields } from "./visit-events";

const maxInteractions = 1_000;

export const interactionColumns = columns({
  component_context: text,
  component_id: text,
  grounding_chunk_ids: text,
  label: text,
  options: text,
  response_text: text,
  happened_at: integer,
});
export type InteractionRow = RowOf<typeof interactionColumns>;

/** A session as it was and as it is now. */
export interface SessionChange {
  before: SessionRow | undefined;
  after: SessionRow;
  /** Whose audience it is, as far as that is known. */
  accountId: string | null;
  interactions: readonly VisitInteraction[];
}

/** Writes sessions and all that follows from them, in one transaction. Whatever sums up sessions is kept here. */
export async function saveSessions(ctx: Writing, all: readonly SessionChange[]): Promise<void> {
  const changes = all.filter(isChanged);
  // The sums come last: whoever computes other visits of the tenant waits for them until the commit.
  await Promise.all([
    writeRows(ctx, changes),
    writeInteractions(ctx, changes),
    writeEvents(ctx, changes),
    keepRollups(ctx, changes),
  ]);
}

async function writeRows({ db, tenantId }: Writing, changes: readonly SessionChange[]): Promise<void> {
  const rows = changes.map(({ after }) => [tenantId, ...sessionColumns.list(after)]);
  await Promise.all(
    sqlRows(rows).map((some) =>
      db.run(sql`
        INSERT INTO audience_sessions (tenant_id, ${sessionColumns.names}) VALUES ${some}
        ON CONFLICT (tenant_id, analytics_session_id) DO UPDATE SET ${sessionColumns.excluded}`),
    ),
  );
}

async function writeInteractions({ db, tenantId }: Writing, changes: readonly SessionChange[]): Promise<void> {
  const acting = changes.filter((change) => change.interactions.length > 0 && !endsOnly(change));
  if (acting.length === 0) return;
  const rows = acting.flatMap(({ after, interactions }) =>
    interactions
      .slice(0, maxInteractions)
      .map((interaction, position) => [
        ...[tenantId, after.audience_session_id, position],
        ...interactionColumns.list(toInteractionRow(interaction)),
      ]),
  );
  const sessionIds = acting.flatMap(({ before }) => before?.audience_session_id ?? []);
  await Promise.all([
    sessionIds.length > 0 &&
      db.run(sql`
        DELETE FROM session_interactions WHERE tenant_id = ${tenantId} AND audience_session_id ${among(sessionIds)}`),
    ...sqlRows(rows).map((some) =>
      db.run(sql`
        INSERT INTO session_interactions (tenant_id, audience_session_id, position, ${interactionColumns.names})
        VALUES ${some}`),
    ),
  ]);
}

function toInteractionRow({ at, componentId, componentContext, label }: VisitInteraction): InteractionRow {
  return {
    component_context: componentContext,
    component_id: componentId,
    grounding_chunk_ids: "[]",
    label,
    options: "[]",
    response_text: "",
    happened_at: at,
  };
}

/** Nothing came since it was computed: all that it has is written. */
function endsOnly({ before, after }: SessionChange): boolean {
  if (before?.computation_status !== "pending") return false;
  const { computation_status, session_ended_at } = before;
  return !isChanged({ before, after: { ...after, computation_status, session_ended_at } });
}

function isChanged({ before, after }: Pick<SessionChange, "before" | "after">): boolean {
  if (before === undefined) return true;
  const values = sessionColumns.list(after);
  return sessionColumns.list(before).some((value, index) => value !== values[index]);
}

async function writeEvents(ctx: Writing, changes: readonly SessionChange[]): Promise<void> {
  const told = changes.flatMap((change) => eventsOf(change).map((event) => ({ event, session: change.after })));
  const eventIds = told.map(() => ctx.newId("event"));
  const links = told.map(({ session }, index) => [session, eventIds[index] as string] as const);
  await Promise.all([
    recordEvents(
      ctx,
      told.map(({ event }) => event),
      eventIds,
    ),
    linkCampaignEvents(
      ctx,
      links.filter(([session]) => hasCampaign(session)).map(([session, eventId]) => [session.analytics_session_id, eventId]),
    ),
  ]);
}

function hasCampaign(session: SessionRow): boolean {
  return utmFields.some((field) => session[`utm_${field}`] !== null);
}

/** Only sessions of persons have session events. Visits of machines have one event, when they are over. */
function eventsOf({ before, after, accountId }: SessionChange): NewEvent[] {
  const subjectId = after.audience_id ?? (after.page_id as string);
  const isPersons = after.kind === "person";
  const events: NewEvent[] = [];
  const {
    pageUrl: _address,
    formSubmissionEmail: _email,
    formSubmissionPhone: _phone,
    formSubmissionIdentifier: _identifier,
    formSubmissionIdentifierType: _type,
    ...session
  } = toSession(after);
  const data = { ...session, accountId };
  const isTold = before?.kind === "person" || before?.was_persons === 1;
  if (isPersons && !isTold) events.push({ type: "audience_session.started", subjectId, data });
  if (after.computation_status === "pending") return events;
  if (isPersons) events.push({ type: "audience_session.completed", subjectId, data });
  else {
    const kindReasons = JSON.parse(after.kind_reasons) as string[];
    events.push({ type: "audience_session.not_counted", subjectId, data: { ...data, kind: after.kind, kindReasons } });
  }
  return events;
}
