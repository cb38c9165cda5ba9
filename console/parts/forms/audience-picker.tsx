import { useRead } from "../../api/operations";
import { SearchSelect, useTypedWords } from "./search-select";

interface Props {
  pageId: string;
  value: string | undefined;
  onChange(audienceId: string | undefined): void;
  placeholder?: string;
  w?: number | string;
}

/** Finds an audience of a page by words. */
export function AudiencePicker({ pageId, value, onChange, placeholder = "Search audiences", w = 280 }: Props) {
  const { words, setWords, query } = useTypedWords();
  const params = { page_id: pageId };
  const found = useRead("listAudiences", { params, query });
  const chosen = useRead("getAudience", { params: { ...params, audience_id: value ?? "" } }, { enabled: value !== undefined });
  const options = new Map(
    [...(value !== undefined && chosen.data ? [chosen.data] : []), ...(found.data?.items ?? [])].map((each) => [
      each.audienceId,
      each.effectiveName,
    ]),
  );
  return (
    <SearchSelect
      label="Audience"
      placeholder={placeholder}
      none="No audience"
      w={w}
      data={[...options].map(([audienceId, label]) => ({ value: audienceId, label }))}
      isSearching={found.isFetching}
      {...{ words, setWords, value, onChange }}
    />
  );
}
