import type { Writing } from "../../context";
import { declareIdentifiers, identifiersInEvent } from "../../erasure/declared-identifiers";
import { recordVisitorEvent, unlessErased } from "../../erasure/record-visitor-event";
import type { Database } from "../../storage/port";
import { visitDeclared } from "../../visits/declared";
import type { Visit } from "../../visits/visit-events";
import { useToken } from "../form-submissions";
import { insertQuestion, type QuestionRow, toQuestion } from "./queries";

interface SentFrom {
  /** The visitor's own, if their browser runs scripts, or else the page's. With it, the same question is recorded once. */
  token: string;
  /** As the visitor's browser names its visit. */
  visitKey: string | null;
  visit: Visit | null;
}

/** False if somebody who is named in it is just being erased: nothing is recorded. */
export async function recordQuestion(
  db: Database,
  making: Omit<Writing, "db" | "dialect">,
  { token, visitKey, visit }: SentFrom,
  row: QuestionRow,
): Promise<boolean> {
  const question = toQuestion(row);
  const { questionId, audienceId, pageId, externalId, personId, accountId, text, askedAt } = question;
  const asked = { questionId, audienceId, pageId, externalId, personId, accountId, text, askedAt };
  const hashes = identifiersInEvent(asked);
  const recorded = await unlessErased(db, making, hashes, async (ctx) => {
    if (await isRepeated(ctx, token, visitKey, text)) return true;
    await Promise.all([
      insertQuestion(ctx, row),
      declareIdentifiers(ctx, questionId, hashes),
      recordVisitorEvent(ctx, "question.asked", audienceId, asked, hashes),
      recordVisitorEvent(
        ctx,
        row.status === "answered" ? "question.answered" : "question.unanswered",
        audienceId,
        question,
        hashes,
      ),
      visitDeclared(ctx, { visit, kind: "question", at: row.asked_at, id: questionId }),
    ]);
    return true;
  });
  return recorded === true;
}

/** A visitor asks several questions from one page, and a second click asks the same one again. */
async function isRepeated(ctx: Writing, token: string, visitKey: string | null, text: string): Promise<boolean> {
  const { signer } = ctx.site;
  const contentHash = signer.sign("content", JSON.stringify([ctx.tenantId, text]));
  const tokenHash = signer.sign("token use", JSON.stringify([token, visitKey, contentHash]));
  return (await useToken(ctx, { tokenHash, contentHash })) !== "first";
}
