import { useState } from "react";
import type { Page } from "../../../contract";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { SearchSelect, useTypedWords } from "./search-select";

interface Props {
  value: string | undefined;
  onChange(pageId: string | undefined): void;
  label?: string;
  description?: string;
  /** What is shown while none is chosen. */
  none?: string;
  isOffered?(page: Page): boolean;
}

const any = () => true;

/** A page, found by its name. */
export function PagePicker({ value, onChange, label, description, none = "All pages", isOffered = any }: Props) {
  const { may } = useSession();
  const enabled = may("pages:read");
  const { words, setWords, query } = useTypedWords();
  const [isOpened, setOpened] = useState(false);
  const found = useRead("listPages", { query }, { enabled: enabled && isOpened });
  const chosen = useRead("getPage", { params: { page_id: value ?? "" } }, { enabled: enabled && value !== undefined });
  if (!enabled) return null;
  const names = new Map(
    [...(value !== undefined && chosen.data ? [chosen.data] : []), ...(found.data?.items.filter(isOffered) ?? [])].map((page) => [
      page.pageId,
      page.name,
    ]),
  );
  return (
    <SearchSelect
      {...(label === undefined ? { "aria-label": "Page" } : { label, description })}
      placeholder={none}
      none={none}
      nothing="No page found"
      w={label === undefined ? { base: "100%", xs: 260 } : "100%"}
      data={[...names].map(([pageId, name]) => ({ value: pageId, label: name }))}
      isSearching={found.isFetching}
      onDropdownOpen={() => setOpened(true)}
      {...{ words, setWords, value, onChange }}
    />
  );
}
