import { builtInFormId } from "../../../contract/pages/forms";
import type { Phrases } from "../language/phrases";
import type { DocumentForm } from "../page-document";

/**
 * The built-in form is in the page's language, except for words that its owner has changed; also where it stands in for a deleted
 * one.
 */
export function formInLanguage<Form extends Pick<DocumentForm, "formId" | "name" | "fields" | "standsIn">>(
  form: Form,
  { builtInForm }: Phrases,
): Form {
  if (form.formId !== builtInFormId && !form.standsIn) return form;
  const translated = (words: string) =>
    Object.hasOwn(builtInForm, words) ? builtInForm[words as keyof typeof builtInForm] : words;
  return {
    ...form,
    name: translated(form.name),
    fields: form.fields.map((field) => ({ ...field, label: translated(field.label) })),
  };
}
