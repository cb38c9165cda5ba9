import { Button, Group, Input, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Form, type FormField, operations } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useDialogEdits } from "../../../parts/forms/dialog-edits";
import { useDraft } from "../../../parts/forms/draft";
import { fieldErrors, problemsOf } from "../../../parts/forms/field-problems";
import { FormButtons } from "../../../parts/forms/form-buttons";
import { SaveProblem } from "../../../parts/forms/unsaved";
import { Icon } from "../../../parts/icon";
import { SortableList } from "../../../parts/lists/sortable-list";
import { useFailure } from "../../../parts/notices/failure";
import { SlowAnswer } from "../../../parts/notices/slow-answer";
import { withNames } from "./field-names";
import { FormFieldInputs } from "./form-field-inputs";
import { FormWordInputs, type WordInputs, wordsBody, wordsOf } from "./form-words";

const blank: FormField = { name: "", label: "", type: "text", required: false, options: [] };

/** What a new form starts from. */
const noForm = { fields: [{ ...blank, name: "email", label: "E-mail", type: "email", required: true } satisfies FormField] };

interface Values {
  name: string;
  instructions: string;
  fields: FormField[];
  words: WordInputs;
}

export function FormEditor({ form, onDone, onCancel }: { form?: Form; onDone(): void; onCancel(): void }) {
  const edit = useEdit();
  const draft = useDraft<Form | typeof noForm, Values>(form ?? noForm, valuesOf);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useFailure(draft.typed);
  const [isBusy, setBusy] = useState(false);
  const values = draft.typed ?? draft.initial;
  const { name, instructions, fields, words } = values;
  useDialogEdits(!isBusy && draft.isDirty);
  const set = (changes: Partial<Values>) => draft.onEdit({ ...values, ...changes });

  async function save() {
    setFailure(undefined);
    const body = bodyOf(values);
    const found = problemsOf(operations.createForm.body, body);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const done = "Saved, live with the next versions";
    const send = (base: Form | typeof noForm) =>
      "formId" in base
        ? edit("updateForm", { params: { form_id: base.formId }, body }, { unchangedSince: base, done })
        : edit("createForm", { body }, { done: "Made" });
    try {
      await draft.save(send);
      onDone();
    } catch (problem) {
      setProblems(fieldErrors(problem));
      setFailure(problem);
    }
    setBusy(false);
  }

  function takeTheirs() {
    setFailure(undefined);
    setProblems({});
    draft.takeTheirs();
  }

  return (
    <Stack>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        value={name}
        error={problems.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Words above it"
        autosize
        minRows={2}
        value={instructions}
        error={problems.instructions}
        onChange={(event) => set({ instructions: event.currentTarget.value })}
      />
      <Text size="sm" c="dimmed">
        Name a step at its first field to show the form one step at a time.
      </Text>
      <SortableList
        name="form-fields"
        items={fields}
        labelOf={({ label }) => label || "the field"}
        onChange={(moved) => set({ fields: moved })}
      >
        {(field, index, change) => (
          <FormFieldInputs
            field={field}
            stepBefore={stepBefore(fields, index)}
            problem={problemIn(problems, `fields.${index}`)}
            onChange={(changes) => change({ ...field, ...changes })}
          />
        )}
      </SortableList>
      {problems.fields && <Input.Error>{problems.fields}</Input.Error>}
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => set({ fields: [...fields, blank] })}
        >
          Add a field
        </Button>
      </Group>
      <FormWordInputs words={words} problems={problems} onChange={(next) => set({ words: next })} />
      <SaveProblem error={failure} draft={{ ...draft, takeTheirs }} />
      {isBusy && <SlowAnswer />}
      <FormButtons onCancel={onCancel}>
        <Button onClick={save} loading={isBusy}>
          {form ? "Save" : "Make the form"}
        </Button>
      </FormButtons>
    </Stack>
  );
}

function valuesOf(form: Form | typeof noForm): Values {
  if (!("formId" in form)) return { name: "", instructions: "", fields: form.fields, words: wordsOf(undefined) };
  return { name: form.name, instructions: form.instructions ?? "", fields: form.fields, words: wordsOf(form) };
}

function bodyOf({ name, instructions, fields, words }: Values) {
  const sent = withNames(fields).map(({ step, ...field }) => ({ ...field, ...(step && { step }) }));
  return { name, instructions: instructions || null, fields: sent, ...wordsBody(words) };
}

/** The first problem of a part. */
function problemIn(problems: Record<string, string>, part: string): string | undefined {
  return Object.entries(problems).find(([place]) => place === part || place.startsWith(`${part}.`))?.[1];
}

/** A field without a step belongs to that of the field before it. */
function stepBefore(fields: readonly FormField[], index: number): string | undefined {
  return fields.slice(0, index).findLast(({ step }) => step)?.step;
}
