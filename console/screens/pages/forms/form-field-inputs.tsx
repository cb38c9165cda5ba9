import { Checkbox, Group, Select, TextInput } from "@mantine/core";
import type { FormField } from "../../../../contract";

const types = ["text", "email", "tel", "linkedin", "textarea", "select", "checkbox", "file"];

interface Props {
  field: FormField;
  /** The step that it belongs to unless it names one. */
  stepBefore: string | undefined;
  problem: string | undefined;
  onChange(changes: Partial<FormField>): void;
}

export function FormFieldInputs({ field, stepBefore, problem, onChange }: Props) {
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        label="Label"
        flex="2 1 10rem"
        value={field.label}
        error={problem}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Select
        label="Kind"
        w={130}
        data={types}
        value={field.type}
        onChange={(type) => onChange({ type: type ?? "text" })}
        allowDeselect={false}
      />
      {field.type === "select" && (
        <TextInput
          label="Options, separated by commas"
          flex="2 1 12rem"
          value={field.options.join(", ")}
          onChange={(event) => onChange({ options: event.currentTarget.value.split(",").map((option) => option.trimStart()) })}
        />
      )}
      <TextInput
        label="Step"
        placeholder={stepBefore ?? "All in one"}
        flex="1 1 8rem"
        value={field.step ?? ""}
        onChange={(event) => onChange({ step: event.currentTarget.value })}
      />
      <Checkbox
        label="Required"
        mb={8}
        checked={field.required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
    </Group>
  );
}
