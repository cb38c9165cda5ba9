import type { Writing } from "../../context";
import { declareIdentifiers, identifiersInEvent } from "../../erasure/declared-identifiers";
import { areRefused, lockIdentifiers } from "../../erasure/former-identifiers";
import { type NewEvent, recordEvents } from "../../events/record";
import type { Database } from "../../storage/port";
import { visitDeclared } from "../../visits/declared";
import type { Visit } from "../../visits/visit-events";
import { useToken } from "../form-submissions";
import { insertQuestions, type QuestionRow, toQuestion } from "./queries";

/** A question with its answer, on its way into the database. */
export interface AskedQuestion {
  making: Omit<Writing, "db" | "dialect">;
  /** The visitor's own, if their browser runs scripts, or else the page's. With it, the same question is recorded once. */
  token: string;
  /** As the visitor's browser names its visit. */
  visitKey: string | null;
  visit: Visit | null;
  row: QuestionRow;
}

/** Records questions of one tenant. False for one that names somebody who is just being erased: nothing of it is recorded. */
export async function recordQuestions(db: Database, asked: readonly AskedQuestion[]): Promise<boolean[]> {
  const { making } = asked[0] as AskedQuestion;
  const now = asked.reduce((latest, one) => Math.max(latest, one.making.now), making.now);
  const questions = asked.map(withEvents);
  // In a fixed order, which avoids deadlocks.
  const hashes = [...new Set(questions.flatMap((question) => question.hashes))].sort();
  return db.transaction(async (tx) => {
    const ctx: Writing = { ...making, now, actor: "visitor", db: tx, dialect: db.dialect };
    const [, isAnyRefused] = await Promise.all([lockIdentifiers(ctx, hashes), areRefused(ctx, hashes)]);
    const refused = await Promise.all(questions.map((question) => isAnyRefused && areRefused(ctx, question.hashes)));
    const taken = questions.filter((_, at) => !refused[at]);
    const repeated = await Promise.all(taken.map((question) => isRepeated(ctx, question)));
    await insert(
      ctx,
      taken.filter((_, at) => !repeated[at]),
    );
    return refused.map((isRefused) => !isRefused);
  });
}

interface NewQuestion extends AskedQuestion {
  /** That it was asked, and that it was answered or not. */
  events: readonly [NewEvent, NewEvent];
  /** Hashes of the identifiers of everybody who is named in the question. */
  hashes: readonly string[];
}

function withEvents(one: AskedQuestion): NewQuestion {
  const question = toQuestion(one.row);
  const { questionId, audienceId, pageId, externalId, personId, accountId, text, askedAt, status } = question;
  const asked = { questionId, audienceId, pageId, externalId, personId, accountId, text, askedAt };
  const type = status === "answered" ? "question.answered" : "question.unanswered";
  const events: NewQuestion["events"] = [
    { type: "question.asked", subjectId: audienceId, data: asked },
    { type, subjectId: audienceId, data: question },
  ];
  return { ...one, events, hashes: identifiersInEvent(asked) };
}

/** A visitor asks several questions from one page, and a second click asks the same one again. */
async function isRepeated(ctx: Writing, { token, visitKey, row }: AskedQuestion): Promise<boolean> {
  const { signer } = ctx.site;
  const contentHash = signer.sign("content", JSON.stringify([ctx.tenantId, row.text]));
  const tokenHash = signer.sign("token use", JSON.stringify([token, visitKey, contentHash]));
  return (await useToken(ctx, { tokenHash, contentHash })) !== "first";
}

async function insert(ctx: Writing, questions: readonly NewQuestion[]): Promise<void> {
  const events = questions.flatMap((question) => question.events);
  const eventIds = events.map(() => ctx.newId("event"));
  const ids = eventIds.values();
  const named = questions.flatMap(({ row, hashes }, at) =>
    [row.question_id, ...eventIds.slice(at * 2, at * 2 + 2)].flatMap((id) => hashes.map((hash) => [hash, id] as const)),
  );
  await Promise.all([
    recordEvents({ ...ctx, newId: () => ids.next().value as string }, events),
    insertQuestions(
      ctx,
      questions.map(({ row }) => row),
    ),
    declareIdentifiers(ctx, named),
    ...questions.map(({ visit, row }) => visitDeclared(ctx, { visit, kind: "question", at: row.asked_at, id: row.question_id })),
  ]);
}
