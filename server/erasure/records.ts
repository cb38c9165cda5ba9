import type { OperationId } from "../../contract";
import type { Writing } from "../context";
import { fitting } from "../records/paging";
import { among, sql } from "../storage/sql";
import { rowsOfAudiences } from "./audiences";
import { type Erasing, type ErasureStage, untilNothingIsFound } from "./erasure";
import { removeEvents } from "./remove-events";

/** Changes whose answers show persons beside their own subject. In the order of their names. */
export const answersWithPersons: readonly OperationId[] = [
  "createAccount",
  "createAudienceBatch",
  "updateAccount",
  "upsertPersonBatch",
];

/** Removes up to `limit` events of records and as many answers stored for a repeat. Returns how many rows are gone. */
export async function forgetRecords(ctx: Erasing, subjectIds: readonly string[]): Promise<number> {
  const events = await removeEventsOf(ctx, subjectIds, ctx.limit);
  const answers = await removeAnswers(ctx, subjectIds, ctx.limit);
  ctx.count("idempotency", { found: answers, removed: answers });
  return Math.max(events, answers);
}

/** Found by identifier first: deleting by subject at once, SQLite scans all rows of the tenant. */
async function removeEventsOf(ctx: Erasing, subjectIds: readonly string[], limit: number): Promise<number> {
  const found = await ctx.db.all<{ event_id: string }>(sql`
    SELECT event_id FROM events WHERE tenant_id = ${ctx.tenantId} AND subject_id ${among(subjectIds)} LIMIT ${limit}`);
  return removeEvents(
    ctx,
    found.map(({ event_id }) => event_id),
  );
}

async function removeAnswers(ctx: Writing, subjectIds: readonly string[], limit: number): Promise<number> {
  const found = await ctx.db.all<StoredAnswer>(sql`
    SELECT operation, idempotency_key FROM idempotency
    WHERE tenant_id = ${ctx.tenantId} AND subject_id ${among(subjectIds)} LIMIT ${limit}`);
  return deleteAnswers(ctx, found);
}

type StoredAnswer = { operation: string; idempotency_key: string };

async function deleteAnswers({ db, tenantId }: Writing, answers: readonly StoredAnswer[]): Promise<number> {
  let deleted = 0;
  for (const [operation, some] of Map.groupBy(answers, (answer) => answer.operation)) {
    const keys = among(some.map(({ idempotency_key }) => idempotency_key));
    deleted += await db.run(sql`
      DELETE FROM idempotency WHERE tenant_id = ${tenantId} AND operation = ${operation} AND idempotency_key ${keys}`);
  }
  return deleted;
}

/** The person's own events, and answers to what changed them. */
export const forgetPersonRecords: ErasureStage = {
  name: "records of the person",
  tables: ["events", "webhook_deliveries", "idempotency"],
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
    const table = {
      table: "events",
      audience: "subject_id",
      key: ["event_id"],
      columns: sql`of_row.event_id, of_row.type, CASE WHEN of_row.type LIKE 'audience.%' THEN of_row.data END AS data`,
    };
    const { rows, next } = await rowsOfAudiences<AudienceEvent>(ctx, "own", table, position);
    const showing = rows.filter(
      ({ type, data }) => type.startsWith("audience_session.") || (data !== null && mayShow(data, person.person_id)),
    );
    await removeEvents(
      ctx,
      showing.map(({ event_id }) => event_id),
    );
    return { rows: rows.length, next };
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

type AudienceEvent = { of_audience: string; event_id: string; type: string; data: string | null };

export const forgetAudienceAnswers: ErasureStage = {
  name: "answers about audiences",
  tables: ["idempotency"],
  async forget(ctx, position) {
    const key = ["operation", "idempotency_key"];
    const table = { table: "idempotency", audience: "subject_id", key, columns: sql`of_row.operation, of_row.idempotency_key` };
    const { rows, next } = await rowsOfAudiences<StoredAnswer & { of_audience: string }>(ctx, "own", table, position);
    const removed = await deleteAnswers(ctx, rows);
    ctx.count("idempotency", { found: removed, removed });
    return { rows: rows.length, next };
  },
};

/** Tokens in its answers are filled in, perhaps with what is known of the person, so none of its answers is kept. */
const answersInOtherWords: OperationId = "tryQuestion";
const searchedAnswers: readonly OperationId[] = [...answersWithPersons, answersInOtherWords];
const firstAnswers = JSON.stringify([searchedAnswers[0], ""]);

/** A longer answer is searched alone: some 20 ms for each 24 MB. */
const searchedBytes = 2_000_000;

/** Stored answers in which the person is shown beside others. There is no index of who is in them, and they may be long. */
export const forgetSharedAnswers: ErasureStage = {
  name: "answers with others",
  tables: ["idempotency"],
  weight: 10,
  async forget(ctx, position) {
    const { db, tenantId, person, limit } = ctx;
    const [operation, last] = JSON.parse(position || firstAnswers) as [string, string];
    const operationFilter = sql`tenant_id = ${tenantId} AND operation = ${operation}`;
    const following = await db.all<{ idempotency_key: string; bytes: number }>(sql`
      SELECT idempotency_key, octet_length(response) AS bytes FROM idempotency
      WHERE ${operationFilter} AND idempotency_key > ${last} ORDER BY idempotency_key LIMIT ${limit}`);
    const count = fitting(following, ({ bytes }) => bytes, searchedBytes);
    const keys = following.slice(0, count).map(({ idempotency_key }) => idempotency_key);
    const isInOtherWords = operation === answersInOtherWords;
    const showing = isInOtherWords
      ? keys.map((idempotency_key) => ({ idempotency_key }))
      : await db.all<{ idempotency_key: string }>(sql`
          SELECT idempotency_key FROM idempotency
          WHERE ${operationFilter} AND idempotency_key ${among(keys)} AND response LIKE ${`%"${person.person_id}"%`}`);
    const removed = await deleteAnswers(
      ctx,
      showing.map(({ idempotency_key }) => ({ operation, idempotency_key })),
    );
    ctx.count("idempotency", { found: removed, removed });
    const nextOperation = searchedAnswers[searchedAnswers.indexOf(operation as OperationId) + 1];
    const isLast = keys.length === following.length && following.length < limit;
    const next = isLast ? nextOperation && [nextOperation, ""] : [operation, keys.at(-1)];
    return { rows: keys.length < following.length ? limit : keys.length, next: next && JSON.stringify(next) };
  },
};
