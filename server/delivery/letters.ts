import { builtInFormId, type FormField, toTimestamp } from "../../contract";
import { recordEvent } from "../events/record";
import { formsById, toForm } from "../features/forms";
import type { IdPrefix } from "../ids";
import type { Database } from "../storage/port";
import type { Notice } from "./notices";

const maxQuestionLength = 2_000;
const maxValueLength = 10_000;

/** What a visitor sent from a page. */
export interface Letter {
  tenantId: string;
  audienceId: string;
  pageId: string;
  fields: URLSearchParams;
  now: number;
  newId: (prefix: IdPrefix) => string;
}

export async function recordQuestion(db: Database, letter: Letter): Promise<Notice> {
  const { tenantId, audienceId, pageId, now, newId } = letter;
  const text = cleaned(letter.fields.get("question"));
  if (text === "" || text.length > maxQuestionLength) {
    return { status: 422, title: "This question could not be sent", text: `It needs 1 to ${maxQuestionLength} characters.` };
  }
  const data = { questionId: newId("question"), audienceId, pageId, text, askedAt: toTimestamp(now) };
  await db.transaction((tx) => recordEvent({ db: tx, tenantId, now, newId }, "question.asked", audienceId, data));
  return { status: 200, title: "Thank you", text: "Your question was passed on." };
}

export async function recordForm(db: Database, letter: Letter): Promise<Notice> {
  const { tenantId, audienceId, pageId, fields, now, newId } = letter;
  const formId = fields.get("form") ?? "";
  const forms = await formsById(db, tenantId, [formId, builtInFormId]);
  const row = forms.get(formId) ?? forms.get(builtInFormId);
  if (!row) return { status: 422, title: "This could not be sent", text: "The form is no longer there." };
  const form = toForm(row);
  // A field may be named like what the page sends along, which comes first.
  const values = Object.fromEntries(form.fields.map(({ name }) => [name, cleaned(fields.getAll(name).at(-1))]));
  const wrong = form.fields.filter((field) => !fits(field, values[field.name] as string)).map(({ label }) => label);
  if (wrong.length > 0) {
    return { status: 422, title: "Something is missing", text: `Please go back and look at: ${wrong.join(", ")}.` };
  }
  const data = {
    submissionId: newId("submission"),
    formId: form.formId,
    actionId: (fields.get("action") ?? "").slice(0, 255) || null,
    audienceId,
    pageId,
    values,
    submittedAt: toTimestamp(now),
  };
  await db.transaction((tx) => recordEvent({ db: tx, tenantId, now, newId }, "form.submitted", audienceId, data));
  return { status: 200, title: "Thank you", text: "What you wrote was passed on." };
}

/** Line ends as they are everywhere but in forms, and nothing that no text may hold. */
function cleaned(value: string | null | undefined): string {
  return (value ?? "").replaceAll("\r\n", "\n").replaceAll("\0", "").toWellFormed().trim();
}

function fits({ type, required, options }: FormField, value: string): boolean {
  if (value === "") return !required;
  if (value.length > maxValueLength) return false;
  if (type === "email") return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value);
  return type !== "select" || options.includes(value);
}
