import { consentField } from "../../../contract";
import { readDocument } from "../../features/publishing";
import { type PageDocument, withoutPlaceholders } from "../../rendering";
import { filledText, tokenValues } from "../../rendering/tokens";
import type { Database } from "../../storage/port";

interface Agreement {
  tenantId: string;
  audienceId: string;
  formId: string;
  /** The page as it is now. */
  document: PageDocument;
  /** The version that the visitor sees; it may have been replaced since. */
  versionId: string | null;
  /** What the browser sent. */
  values: Record<string, string>;
}

/**
 * The words that a visitor agreed to are kept as the browser sent them, so they are compared with those on the page. Consent to
 * other words is left out.
 */
export async function withCheckedConsent(db: Database, sent: Agreement): Promise<Record<string, string>> {
  const { tenantId, audienceId, formId, document, versionId, values } = sent;
  const { [consentField]: agreed, ...others } = values;
  if (!agreed || hasOwnField(document, formId) || agreed === wordsOf(document, formId)) return values;
  const seen = versionId === null ? undefined : await readDocument(db, tenantId, audienceId, versionId, { topics: false });
  return seen && agreed === wordsOf(seen.document, formId) ? values : others;
}

/** A form without words to agree to may have a field of that name like any other. */
function hasOwnField(document: PageDocument, formId: string): boolean {
  const form = document.forms.find((one) => one.formId === formId);
  return Boolean(form && !form.consent?.trim() && form.fields.some(({ name }) => name === consentField));
}

/** As a browser sends them; undefined where the form asks for no consent. */
function wordsOf(document: PageDocument, formId: string): string | undefined {
  const consent = document.forms.find((form) => form.formId === formId)?.consent;
  if (!consent) return undefined;
  return withoutPlaceholders(filledText(consent, tokenValues(document)))
    .replace(/\r\n?/g, "\n")
    .trim();
}
