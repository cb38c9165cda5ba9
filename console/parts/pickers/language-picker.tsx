import { Select } from "@mantine/core";
import { useState } from "react";
import { language, spokenLanguages } from "../../../contract/pages/language";
import { languageInWords } from "../words/page-words";
import type { PickerProps } from "./long-select";

interface Props extends PickerProps {
  /** What the button that chooses nothing is called; there is none without it. */
  none?: string;
}

/** A language that Foyer's own words exist in, or any other whose tag is typed. */
export function LanguagePicker({ value, onChange, none, ...rest }: Props) {
  const [words, setWords] = useState("");
  const typed = language.safeParse(words.trim());
  const tags = new Set<string>([...spokenLanguages, ...(value ? [value] : []), ...(typed.success ? [typed.data] : [])]);
  return (
    <Select
      {...rest}
      data={[...tags].map((tag) => ({ value: tag, label: languageInWords(tag) }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage="Type its tag, such as pl or pt-BR"
      allowDeselect={none !== undefined}
      clearable={none !== undefined}
      clearButtonProps={{ "aria-label": none ?? "" }}
    />
  );
}
