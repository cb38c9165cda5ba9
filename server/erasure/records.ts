import type { OperationId } from "../../contract";
import { deleteAnswers, type StoredAnswerKey } from "../records/stored-answers";
import { among, sql } from "../storage/sql";
import { rowsOfAudiences } from "./audiences";
import { type Erasing, type ErasureStage, fittingInStep, untilNothingIsFound } from "./erasure";
import { removeEvents } from "./remove-events";

/** Changes whose answers show persons beside their own subject. In the order of their names. */
export const answersWithPersons: readonly OperationId[] = [
  "createAccount",
  "createAudienceBatch",
  "updateAccount",
  "upsertPersonBatch",
];

/**
 * Removes up to `limit` events of records and as many answers stored for a repeat. Returns how many rows are gone; `limit` when there
 * are more. `kept`: events that lead to the records, and must stay until all others are gone.
 */
export async function forgetRecords(ctx: Erasing, subjectIds: readonly string[], kept: readonly string[] = []): Promise<number> {
  const events = await removeEventsOf(ctx, subjectIds, kept);
  const answers = await removeAnswersOf(ctx, subjectIds);
  return Math.max(events, answers);
}

/** Found by identifier first: deleting by subject at once, SQLite scans all rows of the tenant. */
async function removeEventsOf(ctx: Erasing, subjectIds: readonly string[], kept: readonly string[]): Promise<number> {
  const found = await ctx.db.all<{ event_id: string; bytes: number }>(sql`
    SELECT event_id, octet_length(data) AS bytes FROM events
    WHERE tenant_id = ${ctx.tenantId} AND subject_id ${among(subjectIds)} AND NOT event_id ${among(kept)} LIMIT ${ctx.limit}`);
  const some = fittingInStep(found);
  const removed = await removeEvents(
    ctx,
    some.map(({ event_id }) => event_id),
  );
  return some.length < found.length ? ctx.limit : removed;
}

type FoundAnswer = StoredAnswerKey & { bytes: number };
const answerBytes = sql`octet_length(response) + long_bytes`;

async function removeAnswersOf(ctx: Erasing, subjectIds: readonly string[]): Promise<number> {
  const found = await ctx.db.all<FoundAnswer>(sql`
    SELECT operation, idempotency_key, ${answerBytes} AS bytes FROM idempotency
    WHERE tenant_id = ${ctx.tenantId} AND subject_id ${among(subjectIds)} LIMIT ${ctx.limit}`);
  const some = fittingInStep(found);
  const removed = await removeAnswers(ctx, some);
  return some.length < found.length ? ctx.limit : removed;
}

async function removeAnswers(ctx: Erasing, answers: readonly StoredAnswerKey[]): Promise<number> {
  const removed = await deleteAnswers(ctx.db, ctx.tenantId, answers);
  ctx.count("idempotency", { found: removed, removed });
  return removed;
}

/** The person's own events, and answers to what changed them. */
export const forgetPersonRecords: ErasureStage = {
  name: "records of the person",
  tables: ["events", "webhook_deliveries", "idempotency", "answer_pieces"],
  async forget(ctx) {
    const rows = await forgetRecords(ctx, [ctx.person.person_id]);
    return untilNothingIsFound(rows, ctx.limit);
  },
};

/** Events that show an audience while it was for the person, and all of its visits. What others sent from its page stays. */
export const forgetAudienceEvents: ErasureStage = {
  name: "events of audiences",
  tables: ["events", "webhook_deliveries"],
  async forget(ctx, position) {
    const { person } = ctx;
    const { rows, progress } = await rowsOfAudiences<AudienceEvent>(
      ctx,
      "own",
      {
        table: "events",
        audience: "subject_id",
        key: ["event_id"],
        columns: sql`of_row.event_id, of_row.type, octet_length(of_row.data) AS bytes`,
        hasBytes: true,
      },
      position,
    );
    const idsOf = (events: readonly { event_id: string }[]) => events.map(({ event_id }) => event_id);
    const visits = rows.filter(({ type }) => type.startsWith("audience_session."));
    const read = await ctx.db.all<{ event_id: string; data: string }>(sql`
      SELECT event_id, data FROM events
      WHERE tenant_id = ${ctx.tenantId} AND event_id ${among(idsOf(rows))} AND type LIKE 'audience.%'`);
    const showing = read.filter(({ data }) => mayShow(data, person.person_id));
    await removeEvents(ctx, idsOf([...visits, ...showing]));
    return progress;
  },
};

/** True for an event that can't be read: its audience was the person's. */
function mayShow(data: string, personId: string): boolean {
  try {
    return (JSON.parse(data) as { personId: string }).personId === personId;
  } catch {
    return true;
  }
}

type AudienceEvent = { of_audience: string; event_id: string; type: string; bytes: number };

type AudienceAnswer = { of_audience: string; operation: string; idempotency_key: string; bytes: number };

export const forgetAudienceAnswers: ErasureStage = {
  name: "answers about audiences",
  tables: ["idempotency", "answer_pieces"],
  async forget(ctx, position) {
    const key = ["operation", "idempotency_key"];
    const columns = sql`of_row.operation, of_row.idempotency_key, octet_length(of_row.response) + of_row.long_bytes AS bytes`;
    const table = { table: "idempotency", audience: "subject_id", key, columns, hasBytes: true } as const;
    const { rows, progress } = await rowsOfAudiences<AudienceAnswer>(ctx, "own", table, position);
    await removeAnswers(ctx, rows);
    return progress;
  },
};

/** Tokens in its answers are filled in, perhaps with what is known of the person, so none of its answers is kept. */
const answersInOtherWords: OperationId = "tryQuestion";
/** A dry run quotes a visitor's question, which may be the person's. What is no dry run is the tenant's own entry by now. */
const answersWithDryRuns: OperationId = "createEntryFromQuestion";
const searchedAnswers: readonly OperationId[] = [...answersWithPersons, answersInOtherWords, answersWithDryRuns];
const firstAnswers = JSON.stringify([searchedAnswers[0], ""]);

/** Stored answers in which the person is shown beside others. There is no index of who is in them; a long one is searched in 20 ms for each 24 MB. */
export const forgetSharedAnswers: ErasureStage = {
  name: "answers with others",
  tables: ["idempotency", "answer_pieces"],
  weight: 10,
  async forget(ctx, position) {
    const { db, tenantId, person, limit } = ctx;
    const [operation, last] = JSON.parse(position || firstAnswers) as [string, string];
    const operationFilter = sql`tenant_id = ${tenantId} AND operation = ${operation}`;
    const following = await db.all<{ idempotency_key: string; bytes: number }>(sql`
      SELECT idempotency_key, ${answerBytes} AS bytes FROM idempotency
      WHERE ${operationFilter} AND idempotency_key > ${last} ORDER BY idempotency_key LIMIT ${limit}`);
    const keys = fittingInStep(following).map(({ idempotency_key }) => idempotency_key);
    const shown = operation === answersWithDryRuns ? '%"dryRun":true%' : `%"${person.person_id}"%`;
    const isInOtherWords = operation === answersInOtherWords;
    const showing = isInOtherWords
      ? keys.map((idempotency_key) => ({ idempotency_key }))
      : await db.all<{ idempotency_key: string }>(sql`
          SELECT idempotency_key FROM idempotency
          WHERE ${operationFilter} AND idempotency_key ${among(keys)} AND response LIKE ${shown}
          UNION SELECT idempotency_key FROM answer_pieces
          WHERE ${operationFilter} AND idempotency_key ${among(keys)} AND body LIKE ${shown}`);
    await removeAnswers(
      ctx,
      showing.map(({ idempotency_key }) => ({ operation, idempotency_key })),
    );
    const nextOperation = searchedAnswers[searchedAnswers.indexOf(operation as OperationId) + 1];
    const isLast = keys.length === following.length && following.length < limit;
    const next = isLast ? nextOperation && [nextOperation, ""] : [operation, keys.at(-1)];
    return { rows: keys.length < following.length ? limit : keys.length, next: next && JSON.stringify(next) };
  },
};
