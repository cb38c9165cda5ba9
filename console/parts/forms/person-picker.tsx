import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRead } from "../../api/operations";

const typingMs = 200;

interface Props {
  value: string | undefined;
  onChange(personId: string | undefined): void;
  mb?: string | number;
}

/** Finds a person by name, address or domain. */
export function PersonPicker({ value, onChange, mb = "md" }: Props) {
  const [words, setWords] = useState("");
  const [query] = useDebouncedValue(words.trim(), typingMs);
  const found = useRead("listPersons", { query: { limit: 20, ...(query !== "" && { query }) } });
  const options = found.data?.items.map(({ personId, name, email }) => ({
    value: personId,
    label: email ? `${name} · ${email}` : name,
  }));
  return (
    <Select
      label="Person"
      placeholder="Search by name or e-mail address"
      mb={mb}
      data={options ?? []}
      value={value ?? null}
      onChange={(personId) => onChange(personId ?? undefined)}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isFetching ? "Searching …" : "Nobody found"}
      clearable
      clearButtonProps={{ "aria-label": "No person" }}
    />
  );
}
