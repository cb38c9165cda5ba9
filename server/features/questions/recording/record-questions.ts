import type { Question } from "../../../../contract";
import type { Writing } from "../../../context";
import { declareIdentifiers, eventIdsOfQuestion, identifiersInQuestion } from "../../../erasure/declared-identifiers";
import { areRefused, lockIdentifiers } from "../../../erasure/former-identifiers";
import { type NewEvent, recordEvents } from "../../../events/record";
import type { Database } from "../../../storage/port";
import { visitDeclared } from "../../../visits/declared";
import type { Visit } from "../../../visits/visit-events";
import { giveBackTokens, type TokenUse, useTokens } from "../../form-submissions";
import { insertQuestions, type QuestionRow, toQuestion } from "../queries";

/** A question with its answer, on its way into the database. */
export interface AskedQuestion {
  making: Omit<Writing, "db" | "dialect">;
  /** The visitor's own, if their browser runs scripts, or else the page's. With it, the same question is recorded once. */
  token: string;
  /** As the visitor's browser names its visit. */
  visitKey: string | null;
  visit: Visit | null;
  /** Whose name the answer may have. Not the row's person while the page is still, or already, another person's. */
  answeredFor: string | null;
  row: Omit<QuestionRow, "question_id">;
}

/** Records questions of one tenant. False for one that names somebody who is just being erased: nothing of it is recorded. */
export async function recordQuestions(db: Database, asked: readonly AskedQuestion[]): Promise<boolean[]> {
  const { making } = asked[0] as AskedQuestion;
  const now = asked.reduce((latest, one) => Math.max(latest, one.making.now), making.now);
  const questions = asked.map(toNew);
  // In a fixed order, which avoids deadlocks.
  const hashes = [...new Set(questions.flatMap((question) => question.hashes))].sort();
  return db.transaction(async (tx) => {
    const ctx: Writing = { ...making, now, actor: "visitor", db: tx, dialect: db.dialect };
    const [, isAnyRefused, unused] = await Promise.all([
      lockIdentifiers(ctx, hashes),
      areRefused(ctx, hashes),
      useTokens(
        ctx,
        questions.map(({ use }) => use),
      ),
    ]);
    const refused = isAnyRefused ? await refusedOf(ctx, questions, unused) : noQuestions;
    // Of equal questions, the first one takes the token.
    const isFirst = ({ use }: NewQuestion) => unused.delete(use.tokenHash);
    await insert(
      ctx,
      questions.filter((question) => !refused.has(question) && isFirst(question)),
    );
    return questions.map((question) => !refused.has(question));
  });
}

interface NewQuestion extends AskedQuestion {
  /** Hashes of the identifiers of everybody who is named in the question. */
  hashes: readonly string[];
  use: TokenUse;
}

const noQuestions: ReadonlySet<NewQuestion> = new Set();

function toNew(one: AskedQuestion): NewQuestion {
  const { row, answeredFor } = one;
  return { ...one, hashes: identifiersInQuestion(row.text, [row.person_id, answeredFor]), use: tokenUse(one) };
}

/** A visitor asks several questions from one page, and a second click asks the same one again. */
function tokenUse({ making: { tenantId, site }, token, visitKey, row }: AskedQuestion): TokenUse {
  const contentHash = site.signer.sign("content", JSON.stringify([tenantId, row.text]));
  const tokenHash = site.signer.sign("token use", JSON.stringify([token, visitKey, contentHash]));
  return { tokenHash, contentHash };
}

/** Those that name somebody who is just being erased. Their tokens can be used again. */
async function refusedOf(
  ctx: Writing,
  questions: readonly NewQuestion[],
  unused: Set<string>,
): Promise<ReadonlySet<NewQuestion>> {
  const areNaming = await Promise.all(questions.map(({ hashes }) => areRefused(ctx, hashes)));
  const refused = questions.filter((_, at) => areNaming[at]);
  const givenBack = refused.map(({ use }) => use.tokenHash).filter((tokenHash) => unused.delete(tokenHash));
  await giveBackTokens(ctx, givenBack);
  return new Set(refused);
}

/** Identifiers are made here: on SQLite, events are numbered in the order of theirs. */
async function insert(ctx: Writing, asked: readonly NewQuestion[]): Promise<void> {
  const questions = asked.map(({ row, hashes, visit }) => {
    const whole = { question_id: ctx.newId("question"), ...row };
    return { row: whole, id: whole.question_id, hashes, visit, events: eventsOf(toQuestion(whole)) };
  });
  const eventIds = questions.flatMap(({ id }) => eventIdsOfQuestion(id)).values();
  await Promise.all([
    recordEvents(
      { ...ctx, newId: () => eventIds.next().value as string },
      questions.flatMap(({ events }) => events),
    ),
    insertQuestions(
      ctx,
      questions.map(({ row }) => row),
    ),
    declareIdentifiers(
      ctx,
      questions.flatMap(({ id, hashes }) => hashes.map((hash) => [hash, id] as const)),
    ),
    ...questions.map(({ visit, row, id }) => visitDeclared(ctx, { visit, kind: "question", at: row.asked_at, id })),
  ]);
}

/** That it was asked, and that it was answered or not. */
function eventsOf(question: Question): [NewEvent, NewEvent] {
  const { questionId, audienceId, pageId, externalId, personId, accountId, text, askedAt, status } = question;
  const asked = { questionId, audienceId, pageId, externalId, personId, accountId, text, askedAt };
  const type = status === "answered" ? "question.answered" : "question.unanswered";
  return [
    { type: "question.asked", subjectId: audienceId, data: asked },
    { type, subjectId: audienceId, data: question },
  ];
}
