import { mainAction, nextOfForm, type PageDocument, phrasesOf } from "../../rendering";
import { filledText, tokenValues } from "../../rendering/tokens";
import type { Notice } from "./notices";

/** Thanks in the form's own words or in the language of the page, and where to go on: the form's next step or the main action. */
export function thanksFor(
  document: PageDocument,
  formId: string | null,
  language: string,
): Pick<Notice, "title" | "text" | "next"> {
  const phrases = phrasesOf(language);
  const form = document.forms.find((one) => one.formId === formId);
  const values = tokenValues(document);
  const title = form?.thanks ? filledText(form.thanks.title, values) : phrases.thanks;
  const text = form?.thanks ? filledText(form.thanks.text, values) : phrases.passedOn;
  const next = (form?.next && nextOfForm(document, form.next)) ?? mainAction(document);
  return { title, text, ...(next && { next }) };
}
