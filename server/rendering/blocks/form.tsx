/** @jsxImportSource hono/jsx */
import type { FormField } from "../../../contract";
import { maxAnswerLength } from "../../../contract/visitor-forms";
import type { Phrases } from "../language/phrases";
import type { PageDocument } from "../page-document";
import { pageToken, unmarked } from "../templates/placeholders";
import type { Weave } from "../templates/template";
import { inputKind } from "./input-kinds";

/** Of what is written on one line. */
const maxLineLength = 2_000;

interface Given {
  form: PageDocument["forms"][number];
  anchor: string;
  weave: Weave;
  words: Phrases;
}

/** The instructions and the action it belongs to may be an audience's own: they are put in their places later. */
export function FormSection({ form, anchor, weave, words }: Given) {
  return (
    <section class="form" id={anchor}>
      <h2>{weave.text(form.name)}</h2>
      {weave.slot("instructions")}
      <form method="post" action="/_foyer/forms">
        <input type="hidden" name="page" value={pageToken} />
        <input type="hidden" name="form" value={unmarked(form.formId)} />
        <input type="hidden" name="action" value={weave.slot("action")} />
        {form.fields.map((field) => (
          <Field field={field} id={`${anchor}-${field.name}`} weave={weave} words={words} />
        ))}
        <button class="button main" type="submit">
          {words.send}
        </button>
      </form>
    </section>
  );
}

interface FieldGiven {
  field: FormField;
  id: string;
  weave: Weave;
  words: Phrases;
}

function Field(given: FieldGiven) {
  const { field, id, weave, words } = given;
  const label = (
    <label for={id}>
      {weave.text(field.label)}
      {field.required && (
        <span class="required" title={words.required}>
          {" "}
          *
        </span>
      )}
    </label>
  );
  if (field.type === "checkbox") {
    return (
      <p class="check">
        <input type="checkbox" id={id} name={field.name} value="true" required={field.required} />
        {label}
      </p>
    );
  }
  return (
    <p>
      {label}
      <Input {...given} />
    </p>
  );
}

function Input({ field, id, weave, words }: FieldGiven) {
  const { name, required } = field;
  if (field.type === "textarea") return <textarea id={id} name={name} required={required} rows={4} maxlength={maxAnswerLength} />;
  if (field.type === "select") {
    return (
      <select id={id} name={name} required={required}>
        <option value="">{words.choose}</option>
        {field.options.map((option) => (
          <option>{weave.text(option)}</option>
        ))}
      </select>
    );
  }
  return <input id={id} name={name} required={required} maxlength={maxLineLength} {...inputKind(field)} />;
}
