import { useRead } from "../../api/operations";
import { SearchSelect, useTypedWords } from "./search-select";

interface Props {
  value: string | undefined;
  onChange(personId: string | undefined): void;
  mb?: string | number;
  w?: number;
  placeholder?: string;
}

/** Finds a person by name, address or domain. */
export function PersonPicker({ value, onChange, mb = "md", placeholder = "Search by name or e-mail address", ...size }: Props) {
  const { words, setWords, query } = useTypedWords();
  const found = useRead("listPersons", { query });
  const chosen = useRead("getPerson", { params: { person_id: value ?? "" } }, { enabled: value !== undefined });
  const names = new Map(
    [...(value !== undefined && chosen.data ? [chosen.data] : []), ...(found.data?.items ?? [])].map(
      ({ personId, name, email }) => [personId, email ? `${name} · ${email}` : name],
    ),
  );
  return (
    <SearchSelect
      label="Person"
      placeholder={placeholder}
      none="No person"
      mb={mb}
      {...size}
      data={[...names].map(([personId, label]) => ({ value: personId, label }))}
      isSearching={found.isFetching}
      {...{ words, setWords, value, onChange }}
    />
  );
}
