import { useState } from "react";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { SearchSelect, useTypedWords } from "./search-select";

interface Props {
  value: string | undefined;
  onChange(accountId: string | undefined): void;
}

/** An account, found by its name or domain. */
export function AccountPicker({ value, onChange }: Props) {
  const { may } = useSession();
  const enabled = may("accounts:read");
  const { words, setWords, query } = useTypedWords();
  const [isOpened, setOpened] = useState(false);
  const found = useRead("listAccounts", { query }, { enabled: enabled && isOpened });
  const params = { account_id: value ?? "" };
  const chosen = useRead("getAccount", { params }, { enabled: enabled && value !== undefined });
  if (!enabled) return null;
  const names = new Map(
    [...(value !== undefined && chosen.data ? [chosen.data] : []), ...(found.data?.items ?? [])].map(
      ({ accountId, name, domain }) => [accountId, name ?? domain],
    ),
  );
  return (
    <SearchSelect
      label="Account"
      placeholder="Any"
      none="Any account"
      nothing="No account found"
      data={[...names].map(([accountId, label]) => ({ value: accountId, label }))}
      isSearching={found.isFetching}
      onDropdownOpen={() => setOpened(true)}
      {...{ words, setWords, value, onChange }}
    />
  );
}
