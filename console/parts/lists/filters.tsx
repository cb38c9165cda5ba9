import { Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { Icon } from "../icon";

const typingMs = 250;

interface Labelled {
  label: string;
  /** Stands above it, where several are side by side; otherwise within it. */
  isLabelled?: boolean;
}

interface BoxProps extends Labelled {
  placeholder?: string;
  value: string | undefined;
  onChange(value: string | undefined): void;
}

/** A box for words. It waits until the typing pauses. */
export function FilterBox({ label, isLabelled = false, placeholder = label, value, onChange }: BoxProps) {
  const [typed, setTyped] = useState(value ?? "");
  const report = useDebouncedCallback((words: string) => onChange(words.trim() || undefined), typingMs);
  useEffect(() => setTyped((before) => (before.trim() === (value ?? "") ? before : (value ?? ""))), [value]);
  return (
    <TextInput
      type="search"
      {...(isLabelled ? { label } : { "aria-label": label })}
      placeholder={placeholder}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
      w={isLabelled ? "100%" : { base: "100%", xs: 260 }}
    />
  );
}

interface SelectProps<Value extends string> extends Labelled {
  values: readonly Value[];
  value: Value | undefined;
  onChange(value: Value | undefined): void;
  /** Where the values themselves are no words. */
  names?: Readonly<Record<Value, string>>;
}

export function FilterSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, isLabelled = false, values, value, onChange, names } = props;
  return (
    <Select
      {...(isLabelled ? { label, placeholder: "Any" } : { "aria-label": label, placeholder: label })}
      data={values.map((each) => ({ value: each, label: names?.[each] ?? each.replaceAll("_", " ") }))}
      value={value ?? null}
      onChange={(next) => onChange((next as Value | null) ?? undefined)}
      clearable
      clearButtonProps={{ "aria-label": `Any ${label.toLowerCase()}` }}
      w={isLabelled ? "100%" : 150}
    />
  );
}
