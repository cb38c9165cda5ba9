import type { FieldProblem, Input, Operations, Topic, TopicEntry } from "../../../../contract";
import { inTurns } from "../../../answers/building/in-turns";
import type { PassageIndex } from "../../../answers/retrieval/passage-index";
import type { PrepareContext } from "../../../context";
import { notFound, Problem } from "../../../records/problem";
import { topicsById } from "../../topics";
import { indexOfPage, readTopics, topicsOfIndex } from "../answering/page-index";
import { synonymsOf } from "../answering/synonyms-of";
import { findQuestion, type QuestionRow } from "../queries";
import { requireScope } from "../scopes";
import { checkContent } from "./check-content";
import { checkWords } from "./check-words";
import { waitingPages } from "./waiting-pages";

/** The identifier of an entry that does not exist yet. */
const newEntryId = "entry_new";

export interface EntryPreview {
  topicId: string;
  /** The question as the entry is found by it. */
  asked: string;
  /** The entry's content, with the question in it. */
  content: string;
  /** The entry as it is; null for a new one. */
  entry: TopicEntry | null;
  answers: { questionId: string; scoreBefore: number; score: number }[];
}

type Wanted = Input<Operations["createEntryFromQuestion"]>["body"];

/** What the entry would be, and which unanswered questions it would answer, on all pages that know its topic. */
export async function previewEntry(ctx: PrepareContext, questionId: string, wanted: Wanted): Promise<EntryPreview> {
  const { db, tenantId } = ctx;
  requireScope(ctx, wanted.dryRun ? "topics:read" : "topics:write");
  const question = await findQuestion(db, tenantId, questionId);
  if (!question) throw notFound();
  const topics = await readTopics(ctx, await topicsOfIndex(ctx, question.page_id));
  const found = await targetOf(ctx, topics, wanted);
  const errors = [...("location" in found ? [found] : []), ...(await checkWords(ctx, question, wanted.question))];
  if ("location" in found || errors.length > 0) throw new Problem("validation_failed", { errors });
  const asked = asQuestion(wanted.question ?? withoutTokens(question.text));
  const content = found.entry ? withAlternative(found.entry.content.content, asked) : `${asked}\n${wanted.answer ?? ""}`;
  const unfit = await checkContent(tenantId, content, found.entry === null);
  if (unfit.length > 0) throw new Problem("validation_failed", { errors: unfit });
  const synonyms = await synonymsOf(db, tenantId);
  const entryId = found.entry?.topicEntryId ?? newEntryId;
  const answers: EntryPreview["answers"] = [];
  for (const { pageId, states, questions } of await waitingPages(ctx, question.page_id, found.topicId)) {
    const known = pageId === question.page_id ? topics : await readTopics(ctx, states);
    const before = await indexOfPage(ctx, pageId);
    const after = await ctx.site.indexes.build(tenantId, { topics: withEntry(known, found, content), synonyms });
    answers.push(...(await inTurns(tenantId, answeredNow(questions, before, after, entryId))));
  }
  answers.sort((one, other) => other.score - one.score);
  return { topicId: found.topicId, asked, content, entry: found.entry, answers };
}

function* answeredNow(
  questions: readonly QuestionRow[],
  before: PassageIndex,
  after: PassageIndex,
  entryId: string,
): Generator<undefined, EntryPreview["answers"], undefined> {
  const now: EntryPreview["answers"] = [];
  for (const { question_id, text } of questions) {
    yield;
    const [best] = after.search(text, 1);
    if (best?.passage.topicEntryId !== entryId || !best.isEnough) continue;
    now.push({ questionId: question_id, scoreBefore: before.search(text, 1)[0]?.score ?? 0, score: best.score });
  }
  return now;
}

interface Target {
  topicId: string;
  entry: TopicEntry | null;
}

/** A new entry needs a topic and an answer; an existing one has both. */
async function targetOf(
  ctx: PrepareContext,
  known: readonly Topic[],
  { topicId, topicEntryId, answer }: Wanted,
): Promise<Target | FieldProblem> {
  const isNew = topicEntryId === undefined;
  if (isNew ? topicId === undefined || !answer : answer !== undefined) {
    const message = "must come with `topicId` for a new entry, and not with `topicEntryId`";
    return { location: "body.answer", code: "invalid", message };
  }
  const topics = topicId === undefined ? known : await topicsById(ctx.db, ctx.tenantId, [topicId]);
  if (topicEntryId === undefined) {
    if (topicId === undefined || topics.length === 0) return unknownRecord("topicId", "a topic");
    return { topicId, entry: null };
  }
  const entry = topics.flatMap(({ entries }) => entries).find((candidate) => candidate.topicEntryId === topicEntryId);
  if (entry?.content.type !== "faq") return unknownRecord("topicEntryId", "a faq entry of the topic, or of a topic of the page");
  return { topicId: entry.topicId, entry };
}

function unknownRecord(field: string, what: string): FieldProblem {
  return { location: `body.${field}`, code: "not_found", message: `must name ${what}` };
}

/** What a visitor wrote must not become a token, which would show what is known of others. */
function withoutTokens(text: string): string {
  return text.replace(/\{(?=[{%])/g, "{ ");
}

/** One line that ends with a question mark: that is how an entry's other ways to ask are known. */
function asQuestion(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return /[?؟？]$/.test(line) ? line : `${line.replace(/[.!…]+$/, "")}?`;
}

/** Adds another way to ask, below the question, unless it is there. What stands above the question is blank. */
export function withAlternative(content: string, asked: string): string {
  const lines = content.split("\n");
  if (lines.some((line) => line.trim() === asked)) return content;
  const question = lines.findIndex((line) => line.trim() !== "");
  return lines.toSpliced(question + 1, 0, asked).join("\n");
}

function withEntry(topics: readonly Topic[], { topicId, entry }: Target, content: string): Topic[] {
  const changed = { type: "faq", content };
  return topics.map((topic) => {
    if (topic.topicId !== topicId) return topic;
    const { createdAt, updatedAt } = topic;
    const added = { topicEntryId: newEntryId, topicId, sortOrder: 0, content: changed, createdAt, updatedAt };
    const entries = entry
      ? topic.entries.map((one) => (one.topicEntryId === entry.topicEntryId ? { ...one, content: changed } : one))
      : [...topic.entries, added];
    return { ...topic, entries };
  });
}
