import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRead } from "../../api/operations";

const typingMs = 200;

interface Props {
  pageId: string;
  value: string | undefined;
  onChange(audienceId: string | undefined): void;
}

/** Finds an audience of a page by words. */
export function AudiencePicker({ pageId, value, onChange }: Props) {
  const [words, setWords] = useState("");
  const [query] = useDebouncedValue(words.trim(), typingMs);
  const params = { page_id: pageId };
  const found = useRead("listAudiences", { params, query: { limit: 20, ...(query !== "" && { query }) } });
  const chosen = useRead("getAudience", { params: { ...params, audience_id: value ?? "" } }, { enabled: value !== undefined });
  const options = new Map(
    [...(value !== undefined && chosen.data ? [chosen.data] : []), ...(found.data?.items ?? [])].map((each) => [
      each.audienceId,
      each.effectiveName,
    ]),
  );
  return (
    <Select
      label="Audience"
      placeholder="Search audiences"
      data={[...options].map(([audienceId, label]) => ({ value: audienceId, label }))}
      value={value ?? null}
      onChange={(audienceId) => onChange(audienceId ?? undefined)}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isFetching ? "Searching …" : "Nobody found"}
      clearable
      clearButtonProps={{ "aria-label": "No audience" }}
      w={280}
    />
  );
}
