import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";

const typingMs = 200;

/** What was typed, once the typing has paused for a moment, as the query of a list. */
export function useTypedWords() {
  const [words, setWords] = useState("");
  const [query] = useDebouncedValue(words.trim(), typingMs);
  return { words, setWords, query: { limit: 20, ...(query !== "" && { query }) } };
}

type Shown =
  | "label"
  | "aria-label"
  | "description"
  | "error"
  | "withAsterisk"
  | "placeholder"
  | "data"
  | "renderOption"
  | "mb"
  | "w"
  | "flex"
  | "onDropdownOpen";

interface Props extends Pick<SelectProps, Shown> {
  words: string;
  setWords(words: string): void;
  isSearching: boolean;
  value: string | undefined;
  onChange(value: string | undefined): void;
  /** What the button that chooses nothing is called. */
  none: string;
  nothing?: string;
}

/** A choice among what the server finds. */
export function SearchSelect({ words, setWords, isSearching, value, onChange, none, nothing = "Nobody found", ...rest }: Props) {
  return (
    <Select
      {...rest}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      filter={({ options: all }) => all}
      nothingFoundMessage={isSearching ? "Searching …" : nothing}
      clearable
      clearButtonProps={{ "aria-label": none }}
    />
  );
}
