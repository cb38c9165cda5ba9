import { useState } from "react";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { SearchSelect, useTypedWords } from "./search-select";

interface Props {
  value: string | undefined;
  onChange(pageId: string | undefined): void;
}

/** Narrows a list to what belongs to one page, found by its name. */
export function PagePicker({ value, onChange }: Props) {
  const { may } = useSession();
  const enabled = may("pages:read");
  const { words, setWords, query } = useTypedWords();
  const [isOpened, setOpened] = useState(false);
  const found = useRead("listPages", { query }, { enabled: enabled && isOpened });
  const chosen = useRead("getPage", { params: { page_id: value ?? "" } }, { enabled: enabled && value !== undefined });
  if (!enabled) return null;
  const names = new Map(
    [...(value !== undefined && chosen.data ? [chosen.data] : []), ...(found.data?.items ?? [])].map((page) => [
      page.pageId,
      page.name,
    ]),
  );
  return (
    <SearchSelect
      aria-label="Page"
      placeholder="All pages"
      none="All pages"
      nothing="No page found"
      w={{ base: "100%", xs: 260 }}
      data={[...names].map(([pageId, name]) => ({ value: pageId, label: name }))}
      isSearching={found.isFetching}
      onDropdownOpen={() => setOpened(true)}
      {...{ words, setWords, value, onChange }}
    />
  );
}
