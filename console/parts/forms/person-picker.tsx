import { useRead } from "../../api/operations";
import { SearchSelect, useTypedWords } from "./search-select";

interface Props {
  value: string | undefined;
  onChange(personId: string | undefined): void;
  mb?: string | number;
}

/** Finds a person by name, address or domain. */
export function PersonPicker({ value, onChange, mb = "md" }: Props) {
  const { words, setWords, query } = useTypedWords();
  const found = useRead("listPersons", { query });
  const options = found.data?.items.map(({ personId, name, email }) => ({
    value: personId,
    label: email ? `${name} · ${email}` : name,
  }));
  return (
    <SearchSelect
      label="Person"
      placeholder="Search by name or e-mail address"
      none="No person"
      mb={mb}
      data={options ?? []}
      isSearching={found.isFetching}
      {...{ words, setWords, value, onChange }}
    />
  );
}
