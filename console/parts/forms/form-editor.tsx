import { Button, Group, Input, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Form, type FormField, operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { Icon } from "../icon";
import { ProblemNotice } from "../notices/problem-notice";
import { useDialogEdits } from "./dialog-edits";
import { fieldErrors, problemsOf } from "./field-problems";
import { FormFieldInputs } from "./form-field-inputs";
import { FormWordInputs, wordsBody, wordsOf } from "./form-words";

const blank: FormField = { name: "", label: "", type: "text", required: false, options: [] };

export function FormEditor({ form: shown, onDone }: { form?: Form; onDone(): void }) {
  // As it was when the dialog was opened: saving over what a colleague saved since is refused.
  const [form] = useState(shown);
  const edit = useEdit();
  const [name, setName] = useState(form?.name ?? "");
  const [instructions, setInstructions] = useState(form?.instructions ?? "");
  const [fields, setFields] = useState<FormField[]>(
    form?.fields ?? [{ ...blank, name: "email", label: "E-mail", type: "email", required: true }],
  );
  const [words, setWords] = useState(wordsOf(form));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const typed = JSON.stringify([name, instructions, fields, words]);
  const [untouched] = useState(typed);
  useDialogEdits(!isBusy && typed !== untouched);
  const change = (index: number, changes: Partial<FormField>) =>
    setFields(fields.map((field, at) => (at === index ? { ...field, ...changes } : field)));

  async function save() {
    setFailure(undefined);
    const named = fields.map(({ step, ...field }) => ({
      ...field,
      name: field.name || nameFrom(field.label),
      ...(step && { step }),
    }));
    const body = { name, instructions: instructions || null, fields: named, ...wordsBody(words) };
    const found = problemsOf(operations.createForm.body, body);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      if (form)
        await edit(
          "updateForm",
          { params: { form_id: form.formId }, body },
          { unchangedSince: form, done: "Saved, live with the next versions" },
        );
      else await edit("createForm", { body }, { done: "Made" });
      onDone();
    } catch (problem) {
      setProblems(fieldErrors(problem));
      setFailure(problem);
    }
    setBusy(false);
  }

  return (
    <Stack>
      <TextInput
        label="Name"
        withAsterisk
        value={name}
        error={problems.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label="Words above it"
        autosize
        minRows={2}
        value={instructions}
        error={problems.instructions}
        onChange={(event) => setInstructions(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        Name a step at its first field to show the form one step at a time.
      </Text>
      {fields.map((field, index) => (
        <FormFieldInputs
          // biome-ignore lint/suspicious/noArrayIndexKey: a field has no name of its own while it is being named
          key={index}
          field={field}
          stepBefore={stepBefore(fields, index)}
          problem={problemIn(problems, `fields.${index}`)}
          onChange={(changes) => change(index, changes)}
          onRemove={() => setFields(fields.filter((_, at) => at !== index))}
        />
      ))}
      {problems.fields && <Input.Error>{problems.fields}</Input.Error>}
      <Group>
        <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setFields([...fields, blank])}>
          Add a field
        </Button>
      </Group>
      <FormWordInputs words={words} problems={problems} onChange={setWords} />
      {failure !== undefined && <ProblemNotice error={failure} />}
      <Group justify="flex-end">
        <Button onClick={save} loading={isBusy}>
          {form ? "Save" : "Make the form"}
        </Button>
      </Group>
    </Stack>
  );
}

/** The first problem of a part. */
function problemIn(problems: Record<string, string>, part: string): string | undefined {
  return Object.entries(problems).find(([place]) => place === part || place.startsWith(`${part}.`))?.[1];
}

/** A field without a step belongs to that of the field before it. */
function stepBefore(fields: readonly FormField[], index: number): string | undefined {
  return fields.slice(0, index).findLast(({ step }) => step)?.step;
}

/** What the answer is known by: "Size of your team" becomes size_of_your_team. */
function nameFrom(label: string): string {
  const name = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "");
  return name.slice(0, 60) || "field";
}
