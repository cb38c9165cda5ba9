import { Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { Icon } from "../icon";

const typingMs = 250;

interface BoxProps {
  label: string;
  value: string | undefined;
  onChange(value: string | undefined): void;
}

/** A box for words. It waits until the typing pauses. */
export function FilterBox({ label, value, onChange }: BoxProps) {
  const [typed, setTyped] = useState(value ?? "");
  const report = useDebouncedCallback((words: string) => onChange(words.trim() || undefined), typingMs);
  useEffect(() => setTyped((before) => (before.trim() === (value ?? "") ? before : (value ?? ""))), [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
      w={{ base: "100%", xs: 260 }}
    />
  );
}

interface SelectProps<Value extends string> {
  label: string;
  values: readonly Value[];
  value: Value | undefined;
  onChange(value: Value | undefined): void;
  /** Where the values themselves are no words. */
  names?: Readonly<Record<Value, string>>;
}

export function FilterSelect<Value extends string>({ label, values, value, onChange, names }: SelectProps<Value>) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={values.map((each) => ({ value: each, label: names?.[each] ?? each.replaceAll("_", " ") }))}
      value={value ?? null}
      onChange={(next) => onChange((next as Value | null) ?? undefined)}
      clearable
      clearButtonProps={{ "aria-label": `Any ${label.toLowerCase()}` }}
      w={150}
    />
  );
}
