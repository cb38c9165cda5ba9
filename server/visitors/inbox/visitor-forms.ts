import { builtInFormId, type FormField, toTimestamp } from "../../../contract";
import { maxAnswerLength, maxQuestionLength } from "../../../contract/visitor-forms";
import { recordEvent } from "../../events/record";
import type { IdPrefix } from "../../records/ids";
import type { PageDocument } from "../../rendering";
import { filledText, tokenValues } from "../../rendering/tokens";
import type { Database } from "../../storage/port";
import type { Notice } from "../notices/notices";

const maxValues = 50;

/** What a visitor sent from a page. */
export interface Letter {
  tenantId: string;
  from: { audienceId: string; pageId: string; externalId: string | null; personId: string | null; accountId: string | null };
  /** What the page shows now; the visitor may have one from before. */
  document: PageDocument;
  fields: URLSearchParams;
  now: number;
  newId: (prefix: IdPrefix) => string;
}

export async function recordQuestion(db: Database, { tenantId, from, fields, now, newId }: Letter): Promise<Notice> {
  const text = cleaned(fields.get("question"));
  if (text === "" || text.length > maxQuestionLength) {
    return { status: 422, title: "This question could not be sent", text: `It needs 1 to ${maxQuestionLength} characters.` };
  }
  const data = { questionId: newId("question"), ...from, text, askedAt: toTimestamp(now) };
  await db.transaction((tx) => recordEvent({ db: tx, tenantId, now, newId }, "question.asked", from.audienceId, data));
  return { status: 200, title: "Thank you", text: "Your question was passed on." };
}

export async function recordForm(db: Database, letter: Letter): Promise<Notice> {
  const { tenantId, from, document, fields, now, newId } = letter;
  const formId = (fields.get("form") || builtInFormId).slice(0, maxIdLength);
  const known = document.forms.find((form) => form.formId === formId)?.fields ?? [];
  const values = valuesOf(fields, known);
  const wrong = known.filter((field) => !fits(field, values[field.name]));
  if (wrong.length > 0) return lookAgain(wrong, document);
  const actionId = (fields.get("action") ?? "").slice(0, maxIdLength) || null;
  const data = { submissionId: newId("submission"), formId, actionId, ...from, values, submittedAt: toTimestamp(now) };
  await db.transaction((tx) => recordEvent({ db: tx, tenantId, now, newId }, "form.submitted", from.audienceId, data));
  return { status: 200, title: "Thank you", text: "What you wrote was passed on." };
}

const maxIdLength = 255;
/** What the page itself sends along, before anything else. */
const ownFields = new Set(["page", "form", "action"]);

/** All that was written: a visitor's page may be older than the form is now, and nothing of theirs is to be lost. */
function valuesOf(fields: URLSearchParams, known: readonly FormField[]): Record<string, string> {
  const names = new Set([...fields.keys()].filter((name) => !ownFields.has(name) && /^[a-z][a-z0-9_]{0,63}$/.test(name)));
  for (const { name } of known) if (ownFields.has(name)) names.add(name);
  return Object.fromEntries([...names].slice(0, maxValues).map((name) => [name, cleaned(fields.getAll(name).at(-1))]));
}

/** A field that was not sent was not on the visitor's page, but for a box that is not ticked. */
function fits({ type, required }: FormField, value: string | undefined): boolean {
  if (value === undefined) return !(required && type === "checkbox");
  if (value === "") return !required;
  return value.length <= maxAnswerLength && (type !== "email" || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value));
}

function lookAgain(wrong: readonly FormField[], document: PageDocument): Notice {
  const shown = tokenValues(document);
  const labels = wrong.map(({ label }) => filledText(label, shown)).join(", ");
  return { status: 422, title: "Something is missing", text: `Please go back and look at: ${labels}.` };
}

/** Line ends as they are everywhere but in forms, and nothing that no text may hold. */
function cleaned(value: string | null | undefined): string {
  return (value ?? "").replaceAll("\r\n", "\n").replaceAll("\0", "").toWellFormed().trim();
}
