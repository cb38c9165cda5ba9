import { Button, ColorInput, MultiSelect, Select, Stack, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type * as z from "zod";
import { Fold } from "../fold";
import { useFailure } from "../notices/failure";
import { SlowAnswer } from "../notices/slow-answer";
import type { PickerProps } from "../pickers/long-select";
import { useDialogEdits } from "./dialog-edits";
import { fieldErrors, problemsOf } from "./field-problems";
import { FormButtons } from "./form-buttons";
import { SaveProblem, type SharedDraft } from "./unsaved";

export type FieldValue = string | boolean | string[];

/** How a field of a request is asked for. */
export interface RecordField {
  name: string;
  label: string;
  kind?: "text" | "long" | "choice" | "switch" | "color" | "tags" | "choices";
  description?: string;
  options?: readonly { value: string; label: string }[];
  required?: boolean;
  placeholder?: string;
  /** Behind the form's fold. */
  isFolded?: boolean;
  /** Asks for it in another way, for example with a picker. */
  input?(props: PickerProps): ReactNode;
  /** The same for a list of values. */
  inputs?(props: ListProps): ReactNode;
}

export interface ListProps extends Pick<PickerProps, "label" | "description" | "error"> {
  value: readonly string[];
  onChange(value: string[]): void;
}

export interface RecordFormProps {
  /** The operation's own declaration of its body. */
  schema: z.ZodType;
  fields: readonly RecordField[];
  initial?: Record<string, FieldValue>;
  /** What an empty text means: left out, null, or an empty text. */
  empty?: "omit" | "null" | "keep";
  /** What is sent beside the fields. */
  also?: object;
  /** Of a change: what was not edited is not sent, so that what others have changed in it meanwhile stays. */
  onlyEdited?: boolean;
  /** Makes what is sent of what is in the fields, where these differ. */
  shape?(body: Record<string, unknown>): Record<string, unknown>;
  /** What the fold is called that has the folded fields. */
  fold?: string;
  draft?: SharedDraft;
  /** Once it is another one, the fields are filled with `initial` anew. */
  round?: number;
  submitLabel: string;
  onSubmit(body: Record<string, unknown>): Promise<unknown>;
  onCancel?(): void;
  /** Told of what is in the fields, for a preview beside the form. */
  onEdit?(values: Record<string, FieldValue>): void;
}

/** Checked here as the server will check it, field by field; what the server finds beyond that is shown at its field too. */
export function RecordForm(props: RecordFormProps) {
  const { fields, initial = {}, draft, submitLabel, onCancel, onEdit } = props;
  const [values, setValues] = useState<Record<string, FieldValue>>(() => startValues(fields, initial));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useFailure(values);
  const [isBusy, setBusy] = useState(false);
  const [saved, setSaved] = useState(values);
  const [round, setRound] = useState(props.round);
  // Not with a key: new fields would take the focus away from whoever saved with the keyboard.
  if (props.round !== round) {
    setRound(props.round);
    setValues(startValues(fields, initial));
    setSaved(startValues(fields, initial));
    setErrors({});
    setFailure(undefined);
  }
  const foot = useRef<HTMLDivElement>(null);
  // What went wrong pushes the buttons out of sight that were pressed.
  useEffect(() => {
    if (failure !== undefined) foot.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  const isDirty = draft ? draft.isDirty : JSON.stringify(values) !== JSON.stringify(saved);
  useDialogEdits(!isBusy && isDirty);

  const change = (name: string, value: FieldValue) => {
    const next = { ...values, [name]: value };
    setValues(next);
    setErrors(({ [name]: _, ...rest }) => rest);
    onEdit?.(next);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const body = bodyOf(props, values);
    const found = atFields(problemsOf(props.schema, body), fields);
    setErrors(found);
    setFailure(elsewhere(found, fields));
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await props.onSubmit(props.onlyEdited ? editedIn(bodyOf(props, saved), body) : body);
      setSaved(values);
    } catch (error) {
      setErrors(atFields(fieldErrors(error), fields));
      setFailure(error);
    }
    setBusy(false);
  }

  const shown = (field: RecordField, index?: number) => (
    <Field
      key={field.name}
      field={field}
      isFirst={index === 0}
      value={values[field.name] as FieldValue}
      error={errors[field.name]}
      onChange={(value) => change(field.name, value)}
    />
  );
  const folded = fields.filter(({ isFolded }) => isFolded);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {fields.filter(({ isFolded }) => !isFolded).map(shown)}
        {folded.length > 0 && (
          <Fold
            label={props.fold ?? "More"}
            startsOpen={folded.some(({ name }) => !isEmpty(initial[name]))}
            mustShow={folded.some(({ name }) => name in errors)}
          >
            <Stack>{folded.map((field) => shown(field))}</Stack>
          </Fold>
        )}
        <Stack ref={foot}>
          <SaveProblem error={failure} draft={draft} />
          {isBusy && <SlowAnswer />}
          <FormButtons onCancel={onCancel}>
            <Button type="submit" loading={isBusy}>
              {submitLabel}
            </Button>
          </FormButtons>
        </Stack>
      </Stack>
    </form>
  );
}

function isEmpty(value: FieldValue | undefined): boolean {
  return value === undefined || value === false || (value !== true && value.length === 0);
}

interface FieldProps {
  field: RecordField;
  isFirst: boolean;
  value: FieldValue;
  error: string | undefined;
  onChange(value: FieldValue): void;
}

function Field({ field, isFirst, value, error, onChange }: FieldProps) {
  const { kind = "text", label, description, options = [], required = false, placeholder } = field;
  const common = { label, description, error, withAsterisk: required, ...(placeholder !== undefined && { placeholder }) };
  if (field.input) {
    const choice = { value: (value as string) || undefined, onChange: (next: string | undefined) => onChange(next ?? "") };
    return field.input({ label, description, error, withAsterisk: required, ...choice });
  }
  if (field.inputs) return field.inputs({ label, description, error, value: value as string[], onChange });
  if (kind === "switch") {
    return (
      <Switch
        label={label}
        description={description}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (kind === "tags") return <TagsInput {...common} value={value as string[]} onChange={onChange} />;
  if (kind === "choices") {
    return (
      <MultiSelect
        {...common}
        data={[...options]}
        value={value as string[]}
        onChange={onChange}
        searchable
        clearable
        clearButtonProps={{ "aria-label": `No ${label.toLowerCase()}` }}
      />
    );
  }
  if (kind === "choice") {
    return (
      <Select
        {...common}
        data={[...options]}
        value={(value as string) || null}
        onChange={(next) => onChange(next ?? "")}
        clearable={!required}
        clearButtonProps={{ "aria-label": `No ${label.toLowerCase()}` }}
        searchable={options.length > 8}
      />
    );
  }
  if (kind === "color") {
    return (
      <ColorInput
        {...common}
        value={value as string}
        onChange={onChange}
        eyeDropperButtonProps={{ "aria-label": "Pick a colour" }}
        // In the form: screen readers would find it outside of every part of the page.
        popoverProps={{ withinPortal: false }}
      />
    );
  }
  if (kind === "long") {
    return (
      <Textarea
        {...common}
        autosize
        minRows={3}
        maxRows={14}
        value={value as string}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      // A dialog begins there, and not at the button that closes it.
      {...(isFirst && { "data-autofocus": true })}
      value={value as string}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function startValues(fields: readonly RecordField[], initial: Record<string, FieldValue>): Record<string, FieldValue> {
  const blank = { switch: false, tags: [] as string[], choices: [] as string[] } as Record<string, FieldValue>;
  return Object.fromEntries(
    fields.map(({ name, kind = "text", inputs }) => [name, initial[name] ?? (inputs ? [] : (blank[kind] ?? ""))]),
  );
}

function bodyOf(
  { fields, empty = "omit", also, shape = (body) => body }: RecordFormProps,
  values: Record<string, FieldValue>,
): Record<string, unknown> {
  const given = fields.flatMap(({ name }): [string, unknown][] => {
    const value = values[name];
    if (value !== "" || empty === "keep") return [[name, value]];
    return empty === "null" ? [[name, null]] : [];
  });
  return shape({ ...Object.fromEntries(given), ...also });
}

function editedIn(before: Record<string, unknown>, body: Record<string, unknown>): Record<string, unknown> {
  const isEdited = (name: string) => JSON.stringify(body[name]) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(body).filter(([name]) => isEdited(name)));
}

/** What no field can show must not keep a form from being sent without a word. */
function elsewhere(problems: Record<string, string>, fields: readonly RecordField[]): Error | undefined {
  const found = Object.entries(problems).filter(([place]) => !fields.some(({ name }) => name === place));
  return found.length === 0 ? undefined : new Error(found.map(([place, message]) => `${place}: ${message}`).join("; "));
}

/** A problem within a field is shown at the field. */
function atFields(problems: Record<string, string>, fields: readonly RecordField[]): Record<string, string> {
  const fieldOf = (place: string) =>
    fields.find(({ name }) => place === name || place.startsWith(`${name}.`))?.name ?? place.replace(/[.[].*/, "");
  return Object.fromEntries(Object.entries(problems).map(([place, message]) => [fieldOf(place), message]));
}
