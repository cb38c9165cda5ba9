/** @jsxImportSource hono/jsx */
import type { FormField } from "../../../contract";
import { consentField } from "../../../contract/pages/forms";
import { formFileTypes, maxFormFileBytes, maxFormValueLength } from "../../../contract/visits/visitor-forms";
import type { Phrases } from "../language/phrases";
import type { PageDocument } from "../page-document";
import { pageTokenPlaceholder, withoutPlaceholders } from "../templates/placeholders";
import type { TemplateBuilder } from "../templates/template-builder";
import { type FormStep, stepsOf } from "./form-steps";
import { inputAttributes } from "./input-attributes";
import { knownValue } from "./known-values";
import { VisitorFields } from "./visitor-fields";

const maxSingleLineLength = 2_000;

interface Props {
  form: PageDocument["forms"][number];
  anchor: string;
  builder: TemplateBuilder;
  phrases: Phrases;
  language: string;
}

/**
 * The instructions and the action can differ between audiences, so they are slots. The address has what must be known before
 * anything is read: the language of notices, and for a form with files the page, whose limits count.
 */
export function FormSection({ form, anchor, builder, phrases, language }: Props) {
  const steps = stepsOf(form.fields);
  const hasFiles = form.fields.some(isFile);
  const fieldsOf = ({ fields }: FormStep) =>
    fields.map((field) => (
      <Field field={field} consent={form.consent} id={`${anchor}-${field.name}`} builder={builder} phrases={phrases} />
    ));
  return (
    <section class="form" id={anchor}>
      <h2>{builder.text(form.name)}</h2>
      {builder.slot("instructions")}
      <form
        method="post"
        action={`/_foyer/forms?${hasFiles ? `page=${pageTokenPlaceholder}&` : ""}language=${language}`}
        enctype={hasFiles ? "multipart/form-data" : undefined}
      >
        <input type="hidden" name="page" value={pageTokenPlaceholder} />
        <input type="hidden" name="form" value={withoutPlaceholders(form.formId)} />
        <input type="hidden" name="action" value={builder.slot("action")} />
        <VisitorFields phrases={phrases} />
        {steps.length > 1 ? (
          <>
            <p class="progress" aria-hidden="true" hidden>
              {steps.map(() => (
                <i />
              ))}
            </p>
            {steps.map((step, index) => (
              <fieldset class="step">
                <legend tabindex={-1}>
                  <small>{phrases.step(index + 1, steps.length)}</small> {builder.firstOf([step.title, form.name])}
                </legend>
                {fieldsOf(step)}
              </fieldset>
            ))}
          </>
        ) : (
          steps.map(fieldsOf)
        )}
        <p class="buttons">
          {steps.length > 1 && (
            <>
              <button class="button" type="button" data-step="-1" hidden>
                {phrases.back}
              </button>
              <button class="button main" type="button" data-step="1" hidden>
                {phrases.next}
              </button>
            </>
          )}
          <button class="button main" type="submit">
            {form.buttonTitle ? builder.firstOf([form.buttonTitle, phrases.send]) : phrases.send}
          </button>
        </p>
      </form>
    </section>
  );
}

interface FieldProps {
  field: FormField;
  /** The words that visitors agree to, if this form has any. */
  consent: string | null | undefined;
  id: string;
  builder: TemplateBuilder;
  phrases: Phrases;
}

function Field(props: FieldProps) {
  const { field, consent, id, builder, phrases } = props;
  const isConsent = field.name === consentField && consent === field.label;
  const label = (
    <label for={id}>
      {builder.text(field.label)}
      {field.required && (
        <span class="required" title={phrases.required}>
          {" "}
          *
        </span>
      )}
    </label>
  );
  if (field.type.toLowerCase() === "checkbox") {
    return (
      <p class="check">
        <input
          type="checkbox"
          id={id}
          name={field.name}
          value={isConsent ? builder.text(field.label) : "true"}
          required={field.required}
        />
        {label}
      </p>
    );
  }
  return (
    <p>
      {label}
      <Input {...props} />
    </p>
  );
}

function isFile({ type }: FormField): boolean {
  return type.toLowerCase() === "file";
}

function Input({ field, id, builder, phrases }: FieldProps) {
  const { name, required } = field;
  const attributes = inputAttributes(field);
  const known = knownValue(field);
  if (isFile(field)) {
    return (
      <>
        <input
          type="file"
          id={id}
          name={name}
          required={required}
          accept={formFileTypes.join()}
          data-max={maxFormFileBytes}
          aria-describedby={`${id}-hint`}
        />
        <small id={`${id}-hint`}>{phrases.fileHint}</small>
      </>
    );
  }
  if (field.type.toLowerCase() === "textarea")
    return <textarea id={id} name={name} required={required} rows={4} maxlength={maxFormValueLength} />;
  if (field.type.toLowerCase() === "select") {
    return (
      <select id={id} name={name} required={required}>
        <option value="">{phrases.choose}</option>
        {field.options.map((option) => (
          <option>{builder.text(option)}</option>
        ))}
      </select>
    );
  }
  return (
    <input
      id={id}
      name={name}
      required={required}
      maxlength={maxSingleLineLength}
      value={known && builder.text(known)}
      {...attributes}
    />
  );
}
