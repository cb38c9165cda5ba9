import { type Question, type QuestionStatus, toTimestamp } from "../../../contract";
import type { WriteContext, Writing } from "../../context";
import { declareEventsOfQuestion } from "../../erasure/declared-identifiers";
import { lowestId } from "../../records/ids";
import { columns, integer, optionalText, type RowOf, text } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, sqlRows } from "../../storage/sql";

const questionColumns = columns({
  question_id: text,
  page_id: text,
  audience_id: text,
  external_id: optionalText,
  person_id: optionalText,
  account_id: optionalText,
  text,
  status: text,
  answer: optionalText,
  /** A JSON array. */
  chunk_ids: text,
  /** Questions that were offered with the answer. A JSON array. */
  options: text,
  score: integer,
  topic_entry_id: optionalText,
  asked_at: integer,
  updated_at: integer,
});
export type QuestionRow = RowOf<typeof questionColumns>;

export function toQuestion(row: QuestionRow): Question {
  return {
    questionId: row.question_id,
    audienceId: row.audience_id,
    pageId: row.page_id,
    externalId: row.external_id,
    personId: row.person_id,
    accountId: row.account_id,
    text: row.text,
    // Only these values are ever written.
    status: row.status as QuestionStatus,
    responseText: row.answer,
    groundingChunkIds: JSON.parse(row.chunk_ids) as string[],
    score: row.score,
    topicEntryId: row.topic_entry_id,
    askedAt: toTimestamp(row.asked_at),
    updatedAt: toTimestamp(row.updated_at),
  };
}

export async function insertQuestions(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  questions: readonly QuestionRow[],
): Promise<void> {
  const rows = questions.map((row) => [tenantId, ...questionColumns.list(row)]);
  await Promise.all(
    sqlRows(rows, { often: true }).map((some) =>
      db.run(sql`INSERT INTO questions (tenant_id, ${questionColumns.names}) VALUES ${some}`),
    ),
  );
}

export interface QuestionFilter {
  pageId?: string | undefined;
  audienceId?: string | undefined;
  accountId?: string | undefined;
  status?: QuestionStatus | undefined;
  /** Unix milliseconds, from `from` up to, not including, `to`. */
  from?: number | undefined;
  to?: number | undefined;
}

/** Identifiers have the time of their making, which is a moment after the question was asked. */
const slackMs = 60_000;

export function questionFilter(tenantId: string, wanted: QuestionFilter): Sql {
  const { pageId, audienceId, accountId, status, from, to } = wanted;
  const first = from === undefined ? undefined : lowestId("question", Math.max(0, from - slackMs));
  const last = to === undefined ? undefined : lowestId("question", to + slackMs);
  return sql`tenant_id = ${tenantId}
    ${pageId === undefined ? nothing : sql`AND page_id = ${pageId}`}
    ${audienceId === undefined ? nothing : sql`AND audience_id = ${audienceId}`}
    ${accountId === undefined ? nothing : sql`AND account_id = ${accountId}`}
    ${status === undefined ? nothing : sql`AND status = ${status}`}
    ${first === undefined ? nothing : sql`AND question_id >= ${first} AND asked_at >= ${from as number}`}
    ${last === undefined ? nothing : sql`AND question_id < ${last} AND asked_at < ${to as number}`}`;
}

/** Where a question stands among others, newest first: when it was asked, and its identifier. */
export type QuestionPosition = readonly [askedAt: number, questionId: string];

export function newestQuestions(
  db: Reader,
  tenantId: string,
  wanted: QuestionFilter,
  before: QuestionPosition | undefined,
  limit: number,
): Promise<QuestionRow[]> {
  // Those of an audience or account are in the order of its timeline: one index leads to both.
  const isByTime = wanted.audienceId !== undefined || wanted.accountId !== undefined;
  const after = isByTime
    ? (position: QuestionPosition) => sql`AND (asked_at, question_id) < (${position[0]}, ${position[1]})`
    : (position: QuestionPosition) => sql`AND question_id < ${position[1]}`;
  return db.all(sql`
    SELECT ${questionColumns.names} FROM questions
    WHERE ${questionFilter(tenantId, wanted)} ${before === undefined ? nothing : after(before)}
    ORDER BY ${isByTime ? sql`asked_at DESC, question_id DESC` : sql`question_id DESC`} LIMIT ${limit}`);
}

export function findQuestion(db: Reader, tenantId: string, questionId: string): Promise<QuestionRow | undefined> {
  return db.first(sql`
    SELECT ${questionColumns.names} FROM questions WHERE tenant_id = ${tenantId} AND question_id = ${questionId}`);
}

export function findQuestionToChange(ctx: WriteContext, questionId: string): Promise<QuestionRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${questionColumns.names} FROM questions
    WHERE tenant_id = ${ctx.tenantId} AND question_id = ${questionId} ${ctx.dialect.forUpdate}`);
}

/** The question, if it is still there, and those of the others that are still unanswered. In a fixed order, which avoids deadlocks. */
export async function questionsToResolve(
  { db, tenantId, dialect }: WriteContext,
  questionId: string,
  others: readonly string[],
): Promise<Pick<QuestionRow, "question_id" | "page_id">[]> {
  return db.all(sql`
    SELECT question_id, page_id FROM questions WHERE tenant_id = ${tenantId} AND question_id ${among([questionId, ...others])}
      AND (question_id = ${questionId} OR status = 'unanswered')
    ORDER BY question_id ${dialect.forUpdate}`);
}

export async function setQuestionState(
  ctx: WriteContext,
  questionIds: readonly string[],
  status: string,
  topicEntryId: string | null,
): Promise<void> {
  await ctx.db.run(sql`
    UPDATE questions SET status = ${status}, topic_entry_id = ${topicEntryId}, updated_at = ${ctx.now}
    WHERE tenant_id = ${ctx.tenantId} AND question_id ${among(questionIds)}`);
}

/** False when there is none. */
export async function deleteQuestionRow({ db, tenantId }: WriteContext, questionId: string): Promise<boolean> {
  const [deleted] = await Promise.all([
    db.run(sql`DELETE FROM questions WHERE tenant_id = ${tenantId} AND question_id = ${questionId}`),
    declareEventsOfQuestion({ db, tenantId }, questionId),
  ]);
  return deleted === 1;
}
