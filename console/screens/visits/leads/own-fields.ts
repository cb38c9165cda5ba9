import type { Form } from "../../../../contract";
import type { Lead } from "../../../parts/visits/lead-details";

/** A field of a form that is a column of its leads. */
interface OwnField {
  name: string;
  label: string;
}

/** What forms ask for beside the address that a lead is known by. Leads of several forms share the fields that all of these have. */
export function ownFieldsOf(leads: readonly Lead[], forms: readonly Form[]): OwnField[] {
  const byForm = Map.groupBy(leads, ({ formId }) => formId);
  const [first, ...others] = [...byForm].map(([formId, its]) =>
    fieldsOf(
      forms.find((form) => form.formId === formId),
      its,
    ),
  );
  if (first === undefined) return [];
  return first.filter(({ name }) => others.every((fields) => fields.some((field) => field.name === name)));
}

/** Of a form that is gone, or that the key may not read, what its leads have. */
function fieldsOf(form: Form | undefined, leads: readonly Lead[]): OwnField[] {
  if (form) return form.fields.filter(({ type }) => type !== "email").map(({ name, label }) => ({ name, label }));
  const names = new Set(
    leads.flatMap(({ values, identifier }) => Object.keys(values).filter((name) => values[name] !== identifier)),
  );
  return [...names].map((name) => ({ name, label: name }));
}
