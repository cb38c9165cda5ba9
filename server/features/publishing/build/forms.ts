import { builtInFormId, consentField, type FormField, formIdPattern, type Page } from "../../../../contract";
import { memoizeWith } from "../../../caching/memoize";
import type { DocumentForm } from "../../../rendering";
import { type FormRow, toForm } from "../../forms";

/** The form that an action names in place of an address, or else the built-in one. */
export function formOf({ url }: Pick<Page["actions"][number], "url">): string {
  return formIdPattern.test(url) ? url : builtInFormId;
}

/** Upper and lower case in a type make no difference. */
export function opensForm({ actionType }: Pick<Page["actions"][number], "actionType">): boolean {
  return actionType.toLowerCase() === "form";
}

export function namedForms(text: string): string[] {
  return text.match(/form_[a-z0-9]{26}/g) ?? [];
}

/** A deleted form is replaced by the built-in one. */
export const formsOf = memoizeWith(
  (actions: readonly { formId?: string }[], rows: ReadonlyMap<string, FormRow>): DocumentForm[] => {
    const wanted = new Set(actions.flatMap(({ formId }) => formId ?? []));
    return wanted.size === 0 ? none : [...wanted].flatMap((formId) => shownForm(rows, formId) ?? []);
  },
);

/** One object, so that its JSON is made once. */
const none: DocumentForm[] = [];

function shownForm(rows: ReadonlyMap<string, FormRow>, formId: string): DocumentForm | undefined {
  const row = rows.get(formId) ?? rows.get(builtInFormId);
  return row && parsedForm(row, formId);
}

/** Checked like any other field that is required. A field of the same name would overwrite the words, so it is left out. */
function withConsent(fields: readonly FormField[], label: string): FormField[] {
  const asked = { name: consentField, label, type: "checkbox", required: true, options: [] };
  return [...fields.filter(({ name }) => name !== consentField), asked];
}

const parsedForm = memoizeWith((row: FormRow, formId: string): DocumentForm => {
  const { name, instructions, fields, buttonTitle, thanks, next, consent } = toForm(row);
  const asked = consent?.trim() ? withConsent(fields, consent) : fields;
  return {
    formId,
    name,
    instructions,
    fields: asked,
    buttonTitle,
    thanks,
    next,
    consent,
    ...(row.form_id !== formId && { standsIn: true as const }),
  };
});
