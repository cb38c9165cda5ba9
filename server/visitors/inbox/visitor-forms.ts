import { builtInFormId, type FormField } from "../../../contract";
import { maxFormValueLength } from "../../../contract/visits/visitor-forms";
import type { Writing } from "../../context";
import { identifierOf } from "../../erasure/identifiers";
import { type CheckedFile, checkVisitorFile, type SentFile, storeVisitorFile, type VisitorFile } from "../../features/assets";
import { recordSubmission, type TokenUse } from "../../features/form-submissions";
import { formInLanguage, type PageDocument, phrasesOf, valuesBeforehand } from "../../rendering";
import { filledText, tokenValues } from "../../rendering/tokens";
import type { Database } from "../../storage/port";
import type { Visit } from "../../visits/visit-events";
import type { Notice } from "../notices/notices";
import { withCheckedConsent } from "./consent";
import { isFile } from "./uploads";
import { visitKeyIn } from "./visit-of-form";

/** As many as a form may have fields, and the words that a visitor agreed to. */
const maxValues = 51;

/** What a visitor sent from a page: a question, or a form of its owner's. */
export interface VisitorForm {
  making: Omit<Writing, "db" | "dialect">;
  from: { audienceId: string; pageId: string; externalId: string | null; personId: string | null; accountId: string | null };
  /** The page as it is now; the visitor may have seen an earlier version. */
  document: PageDocument;
  /** The one that the visitor sees. */
  versionId: string | null;
  fields: URLSearchParams;
  files: SentFile[];
  /** During which it was sent. */
  visit: Visit | null;
  /** The visitor's own, if their browser runs scripts. */
  formToken: string | undefined;
  /** The path of the page that it was sent from, if the browser says so. */
  back?: string;
  /** Whether the browser can show an answer while it is written. */
  takesEvents: boolean;
  /** The language of the page, as the form's address names it. */
  namedLanguage: string | undefined;
  /** The same, or that of the page as it is now. */
  language: string;
}

export async function recordForm(db: Database, sent: VisitorForm): Promise<Notice> {
  const { making, from, document, versionId, fields, files, visit } = sent;
  const { audienceId } = from;
  const formId = (fields.get("form") || builtInFormId).slice(0, maxIdLength);
  const form = document.forms.find((one) => one.formId === formId);
  const known = form?.fields ?? [];
  const ofForm = files.filter(({ field }) => known.some((one) => one.name === field && isFile(one)));
  const checked = await checkedFiles(ofForm);
  const written = withoutMissingFiles(valuesOf(fields, known), known, checked);
  const agreement = { tenantId: making.tenantId, audienceId, formId, document, versionId, values: written };
  const values = await withCheckedConsent(db, agreement);
  const refused = known.filter(
    ({ name }) => ofForm.some(({ field }) => field === name) && !checked.some(({ field }) => field === name),
  );
  const invalid = known.filter((field) => refused.includes(field) || !isValid(field, values[field.name]));
  if (form && invalid.length > 0) return invalidNotice({ ...form, fields: invalid }, sent);
  const actionId = storableText(fields.get("action")).slice(0, maxIdLength) || null;
  const use = tokenUse(sent, [formId, actionId, values, ...checked.map(({ file }) => file.sha256)]);
  const stored: VisitorFile[] = [];
  for (const file of checked) stored.push(await storeVisitorFile(db, making, file));
  const isPrefilled = isAsFilledIn(values, known, valuesBeforehand(document, known));
  const submission = { formId, actionId, from, values, isPrefilled, fields: known, files: stored, visit, use };
  const recorded = await recordSubmission(db, making, submission);
  if (recorded === "refused") return notNow;
  return recorded === "taken" ? { status: 409, kind: "sentBefore" } : { status: 200 };
}

async function checkedFiles(files: readonly SentFile[]): Promise<CheckedFile[]> {
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const one = await checkVisitorFile(file);
    if (one) checked.push(one);
  }
  return checked;
}

/** The name of a file without the file, as an older page or a machine sends it, is nothing. */
function withoutMissingFiles(
  values: Record<string, string>,
  known: readonly FormField[],
  files: readonly CheckedFile[],
): Record<string, string> {
  const isMissing = (name: string) =>
    known.some((field) => field.name === name && isFile(field)) && !files.some(({ field }) => field === name);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isMissing(name) ? "" : value]));
}

/** Whoever sent it has written nothing, and no more than clicked: mail gateways do, and tick boxes on the way. */
function isAsFilledIn(
  values: Readonly<Record<string, string>>,
  known: readonly FormField[],
  beforehand: ReadonlyMap<string, string>,
): boolean {
  const boxes = new Set(known.filter(({ type }) => type.toLowerCase() === "checkbox").map(({ name }) => name));
  return Object.entries(values).every(([name, value]) => value === "" || boxes.has(name) || isSame(value, beforehand.get(name)));
}

/** Browsers write the domain of an e-mail address anew, in the letters that its network has. */
function isSame(value: string, shown = ""): boolean {
  if (value === shown) return true;
  const identifier = identifierOf(value);
  return identifier?.startsWith("email:") === true && identifier === identifierOf(shown);
}

/**
 * A page is the same for all its visitors, so without a token of their own, only what they write tells them apart. It is hashed
 * with the installation's secret, so that nobody can guess the content from the hash.
 */
function tokenUse({ making, fields, formToken }: VisitorForm, content: unknown): TokenUse {
  const { signer } = making.site;
  const contentHash = signer.sign("content", JSON.stringify([making.tenantId, content]));
  const token = formToken ?? JSON.stringify([fields.get("page"), visitKeyIn(fields), contentHash]);
  return { tokenHash: signer.sign("token use", token), contentHash };
}

/** Its sender is being erased. */
export const notNow: Notice = { status: 503, kind: "notNow", headers: { "retry-after": "60" } };

const maxIdLength = 255;
/** Fields that every form of a page sends along. */
const hiddenFields = new Set(["page", "form", "action"]);

/**
 * Fields that the form no longer has are taken too, so that nothing is lost that a visitor wrote on an earlier version of the
 * page.
 */
function valuesOf(fields: URLSearchParams, known: readonly FormField[]): Record<string, string> {
  const names = new Set([...fields.keys()].filter((name) => !hiddenFields.has(name) && /^[a-z][a-z0-9_]{0,63}$/.test(name)));
  for (const { name } of known) if (hiddenFields.has(name)) names.add(name);
  return Object.fromEntries([...names].slice(0, maxValues).map((name) => [name, storableText(fields.getAll(name).at(-1))]));
}

/** A field that was not sent was not on the visitor's page; only a checkbox is not sent when it is not ticked. */
function isValid({ type: written, required }: FormField, value: string | undefined): boolean {
  const type = written.toLowerCase();
  if (value === undefined) return !(required && type === "checkbox");
  if (value === "") return !required;
  return value.length <= maxFormValueLength && (type !== "email" || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value));
}

function invalidNotice(form: PageDocument["forms"][number], { document, language }: VisitorForm): Notice {
  const values = tokenValues(document);
  const phrases = phrasesOf(language);
  const { fields } = formInLanguage(form, phrases);
  const labels = fields.map(({ label }) => filledText(label, values)).join(", ");
  const hint = fields.some(isFile) ? ` ${phrases.fileHint}` : "";
  return { status: 422, title: phrases.missing, text: `${phrases.lookAt} ${labels}.${hint}` };
}

/** Browsers send line ends as CRLF; NUL and lone surrogates can't be stored. */
export function storableText(value: string | null | undefined): string {
  return (value ?? "").replaceAll("\r\n", "\n").replaceAll("\0", "").toWellFormed().trim();
}
