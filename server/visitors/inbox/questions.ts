import { maxQuestionLength } from "../../../contract/visitor-forms";
import { likeliestLanguage } from "../../answers/words/likeliest-language";
import { answerQuestion, indexOfPage, recordQuestion } from "../../features/questions";
import { type PageDocument, renderAnswerPage } from "../../rendering";
import { type Evidence, evidenceIn } from "../../rendering/language/evidence";
import { tokenValues } from "../../rendering/tokens";
import type { Database } from "../../storage/port";
import { contentPolicy, safetyHeaders } from "../headers";
import type { Notice } from "../notices/notices";
import { visitKeyIn } from "./visit-of-form";
import { cleaned, notNow, type VisitorForm } from "./visitor-forms";

/** Answers a visitor's question from the topics of the page, and keeps both. */
export async function answerVisitor(db: Database, sent: VisitorForm): Promise<Response | Notice> {
  const { making, from, document, fields, visit, formToken, back } = sent;
  const { tenantId, site, now, newId } = making;
  const text = cleaned(fields.get("question"));
  if (text === "" || text.length > maxQuestionLength) {
    return { status: 422, title: "This question could not be sent", text: `It needs 1 to ${maxQuestionLength} characters.` };
  }
  const values = tokenValues(document);
  const index = await indexOfPage({ db, tenantId, site }, from.pageId);
  const answer = answerQuestion(index, text, values);
  const { quoted, options, isAnswered } = answer.found;
  const recorded = await recordQuestion(
    db,
    making,
    { token: formToken ?? fields.get("page") ?? "", visitKey: visitKeyIn(fields), visit },
    {
      question_id: newId("question"),
      page_id: from.pageId,
      audience_id: from.audienceId,
      external_id: from.externalId,
      person_id: from.personId,
      account_id: from.accountId ?? document.account?.accountId ?? null,
      text,
      status: isAnswered ? "answered" : "unanswered",
      answer: isAnswered ? answer.text : null,
      chunk_ids: JSON.stringify(quoted.map(({ chunkId }) => chunkId)),
      score: answer.passages[0]?.score ?? 0,
      topic_entry_id: null,
      asked_at: now,
      updated_at: now,
    },
  );
  if (!recorded) return notNow;
  const { html, sources } = renderAnswerPage({
    question: text,
    answer: { passages: quoted, options, formAddress: formAddress(document, back) },
    language: languageFor(fields.get("language") ?? "", document, index.pageEvidence),
    brand: document.brand,
    assetScope: { tenantId, signer: site.signer },
    values,
    token: fields.get("page") ?? "",
    back,
  });
  return new Response(html, {
    headers: {
      ...safetyHeaders,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentPolicy(sources),
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    },
  });
}

/** The first form of the page, which is where its main action leads. */
function formAddress({ forms }: PageDocument, back: string | undefined): string | undefined {
  return forms.length > 0 && back !== undefined ? `${back}#form-1` : undefined;
}

/** The language that the page was in. Pages that were open before they said so are detected again. */
function languageFor(said: string, { page }: PageDocument, evidence: Evidence): string {
  return languageTag.test(said) ? said : likeliestLanguage(evidence, evidenceIn([page.title]));
}

const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/;
