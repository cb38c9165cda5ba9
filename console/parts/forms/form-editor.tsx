import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Form, type FormField, operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { Icon } from "../icon";
import { ProblemNotice } from "../notices/problem-notice";

const types = ["text", "email", "tel", "linkedin", "textarea", "select", "checkbox", "file"];
const blank: FormField = { name: "", label: "", type: "text", required: false, options: [] };

export function FormEditor({ form, onDone }: { form?: Form; onDone(): void }) {
  const edit = useEdit();
  const [name, setName] = useState(form?.name ?? "");
  const [instructions, setInstructions] = useState(form?.instructions ?? "");
  const [fields, setFields] = useState<FormField[]>(
    form?.fields ?? [{ ...blank, name: "email", label: "E-mail", type: "email", required: true }],
  );
  const [failure, setFailure] = useState<unknown>();
  const change = (index: number, changes: Partial<FormField>) =>
    setFields(fields.map((field, at) => (at === index ? { ...field, ...changes } : field)));

  async function save() {
    setFailure(undefined);
    const named = fields.map(({ step, ...field }) => ({
      ...field,
      name: field.name || nameFrom(field.label),
      ...(step && { step }),
    }));
    const body = { name, instructions: instructions || null, fields: named };
    const { error } = operations.createForm.body.safeParse(body);
    if (error) return setFailure(new Error(error.issues.map(({ path, message }) => `${path.join(" ")}: ${message}`).join("; ")));
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
      setFailure(problem);
    }
  }

  return (
    <Stack>
      <TextInput label="Name" withAsterisk value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Textarea
        label="Words above it"
        autosize
        minRows={2}
        value={instructions}
        onChange={(event) => setInstructions(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        Name a step at its first field to show the form one step at a time.
      </Text>
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field has no name of its own while it is being named
        <Group key={index} align="flex-end" gap="xs">
          <TextInput
            label="Label"
            flex="2 1 10rem"
            value={field.label}
            onChange={(event) => change(index, { label: event.currentTarget.value })}
          />
          <Select
            label="Kind"
            w={130}
            data={types}
            value={field.type}
            onChange={(type) => change(index, { type: type ?? "text" })}
            allowDeselect={false}
          />
          {field.type === "select" && (
            <TextInput
              label="Options, separated by commas"
              flex="2 1 12rem"
              value={field.options.join(", ")}
              onChange={(event) =>
                change(index, { options: event.currentTarget.value.split(",").map((option) => option.trimStart()) })
              }
            />
          )}
          <TextInput
            label="Step"
            placeholder={stepBefore(fields, index) ?? "All in one"}
            flex="1 1 8rem"
            value={field.step ?? ""}
            onChange={(event) => change(index, { step: event.currentTarget.value })}
          />
          <Checkbox
            label="Required"
            mb={8}
            checked={field.required}
            onChange={(event) => change(index, { required: event.currentTarget.checked })}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={`Remove ${field.label || "the field"}`}
            onClick={() => setFields(fields.filter((_, at) => at !== index))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </Group>
      ))}
      {failure !== undefined && <ProblemNotice error={failure} />}
      <Group justify="space-between">
        <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setFields([...fields, blank])}>
          Add a field
        </Button>
        <Button onClick={save}>{form ? "Save" : "Make the form"}</Button>
      </Group>
    </Stack>
  );
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
