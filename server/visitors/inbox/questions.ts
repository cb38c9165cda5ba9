import { codePoints } from "../../../contract/fields";
import { maxKeptAnswerLength } from "../../../contract/visits/questions";
import { maxQuestionLength } from "../../../contract/visits/visitor-forms";
import type { FoundAnswer } from "../../answers/answer";
import { answerPatienceMs, type WrittenAnswer } from "../../answers/model/writer";
import { likeliestLanguage } from "../../answers/words/likeliest-language";
import { LruCache } from "../../caching/lru-cache";
import { answerQuestion, indexOfPage, type QuestionRecorder, similaritiesTo, writeAnswer } from "../../features/questions";
import { type PageDocument, renderAnswerPage } from "../../rendering";
import { type Evidence, evidenceIn } from "../../rendering/language/evidence";
import { type TokenValues, tokenValues } from "../../rendering/tokens";
import type { Database } from "../../storage/port";
import { contentPolicy, safetyHeaders } from "../headers";
import { type Notice, noticeResponse } from "../notices/notices";
import { answerEvents } from "./answer-events";
import { visitKeyIn } from "./visit-of-form";
import { notNow, storableText, type VisitorForm } from "./visitor-forms";

/** A page is not shown until its answer is written; an answer in place grows while it is. */
const pagePatienceMs = 4_000;

/** It is empty, or too long. */
export const noQuestion: Notice = { status: 422, kind: "question" };

/** Answers a visitor's question from the topics of the page, and keeps both. */
export async function answerVisitor(db: Database, recorder: QuestionRecorder, sent: VisitorForm): Promise<Response | Notice> {
  const { making, from, document, fields, takesEvents } = sent;
  const { tenantId, site, now } = making;
  const { pageId, audienceId } = from;
  const question = storableText(fields.get("question"));
  if (question === "" || codePoints(question) > maxQuestionLength) {
    return noQuestion;
  }
  const values = tokenValues(document);
  const index = await indexOfPage({ db, tenantId, site }, pageId);
  const { transaction } = db;
  const asked = { tenantId, site, now, audienceId, question, transaction };
  const answer = answerQuestion(index, question, values, await similaritiesTo(index, asked));
  const { found } = answer;
  const finish = async (written: WrittenAnswer | undefined): Promise<Response | Notice> => {
    const recorded = await record(recorder, sent, question, answer, written);
    return recorded ? answerPage(sent, question, found, written, values, index.pageEvidence) : notNow;
  };
  if (!site.writer || !found.isAnswered) return finish(undefined);
  const written = { ...asked, found, values };
  if (!takesEvents) return finish(await writeAnswer({ ...written, patienceMs: pagePatienceMs }));
  return answerEvents(async (onSentence) => {
    const done = await finish(await writeAnswer({ ...written, patienceMs: answerPatienceMs, onSentence }));
    return done instanceof Response ? done : noticeResponse({ language: sent.language, ...done }, null);
  });
}

function record(
  recorder: QuestionRecorder,
  { making, from, document, fields, visit, formToken }: VisitorForm,
  question: string,
  { found, text, options }: ReturnType<typeof answerQuestion>,
  written: WrittenAnswer | undefined,
): Promise<boolean> {
  const { now } = making;
  // Only an answer or a proposal may have named the person whom the page is for.
  const mayNamePerson = found.isAnswered || options.length > 0;
  const chunkIds = written?.chunkIds ?? found.quoted.map(({ chunkId }) => chunkId);
  return recorder.record({
    making,
    token: formToken ?? fields.get("page") ?? "",
    visitKey: visitKeyIn(fields),
    visit,
    answeredFor: mayNamePerson ? (document.person?.personId ?? null) : null,
    row: {
      page_id: from.pageId,
      audience_id: from.audienceId,
      external_id: from.externalId,
      person_id: from.personId,
      account_id: from.accountId ?? document.account?.accountId ?? null,
      text: question,
      status: found.isAnswered ? "answered" : "unanswered",
      answer: found.isAnswered ? kept(written?.text ?? text) : null,
      chunk_ids: JSON.stringify(chunkIds),
      options: JSON.stringify(options),
      score: found.hits[0]?.score ?? 0,
      topic_entry_id: null,
      asked_at: now,
      updated_at: now,
    },
  });
}

/** An entry may have a hundred thousand characters, and visitors may ask for it all day. */
function kept(answer: string): string {
  if (answer.length <= maxKeptAnswerLength) return answer;
  return `${answer
    .slice(0, maxKeptAnswerLength - 2)
    .toWellFormed()
    .trimEnd()} …`;
}

function answerPage(
  { making: { tenantId, site }, document, fields, namedLanguage, back, takesEvents }: VisitorForm,
  question: string,
  { quoted, options }: FoundAnswer,
  written: WrittenAnswer | undefined,
  values: TokenValues,
  evidence: Evidence,
): Response {
  const { html, sources } = renderAnswerPage({
    question,
    answer: { passages: quoted, written: written?.text, options },
    formAddress: formAddress(document, back),
    // If the page names no language, it is detected again.
    language: namedLanguage ?? likeliestLanguage(evidence, evidenceIn([document.page.title])),
    brand: document.brand,
    assetScope: { tenantId, signer: site.signer },
    values,
    token: fields.get("page") ?? "",
    back,
    isInPlace: takesEvents,
  });
  return new Response(html, { headers: headersOf.get(sources, () => answerHeaders(sources)) });
}

const maxHeadersLength = 100_000;
/** By sources: building headers takes longer than copying them. */
const headersOf = new LruCache<Headers>(maxHeadersLength);

function answerHeaders(sources: string): Headers {
  return new Headers({
    ...safetyHeaders,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentPolicy(sources),
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
  });
}

/** The first form of the page, which is where its main action leads. */
function formAddress({ forms }: PageDocument, back: string | undefined): string | undefined {
  return forms.length > 0 && back !== undefined ? `${back}#form-1` : undefined;
}
