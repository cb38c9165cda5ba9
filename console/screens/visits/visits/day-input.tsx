import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isDay } from "./visit-filters";

const typingMs = 400;

interface Props {
  label: string;
  value: string | undefined;
  error?: ReactNode;
  onChange(day: string | undefined): void;
}

/** A day. While its year is typed, the input has years such as 0002: these stay in the input, and are no filter. */
export function DayInput({ label, value, error, onChange }: Props) {
  const [typed, setTyped] = useState(value ?? "");
  const reported = useRef(value);
  const report = useDebouncedCallback((text: string) => {
    reported.current = isDay(text) ? text : undefined;
    onChange(reported.current);
  }, typingMs);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value ?? "");
  }, [value]);
  return (
    <TextInput
      type="date"
      label={label}
      min="2000-01-01"
      max="2999-12-31"
      error={error}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
    />
  );
}
