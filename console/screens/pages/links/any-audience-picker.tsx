import { Text } from "@mantine/core";
import { useState } from "react";
import { type ItemOf, useRead } from "../../../api/operations";
import { SearchSelect, useTypedWords } from "../../../parts/forms/search-select";
import type { PickerProps } from "../../../parts/pickers/long-select";
import { PageName } from "../../../parts/visits/names";

type Audience = ItemOf<"listTenantAudiences">;

/** An audience of any page. A person's audiences on several pages have the same name: the page tells them apart. */
export function AnyAudiencePicker({ value, onChange, ...rest }: PickerProps) {
  const { words, setWords, query } = useTypedWords();
  const found = useRead("listTenantAudiences", { query });
  const [chosen, setChosen] = useState<Audience>();
  const isChosen = chosen !== undefined && chosen.audienceId === value;
  const offered = new Map(
    [...(isChosen ? [chosen] : []), ...(found.data?.items ?? [])].map((audience) => [audience.audienceId, audience]),
  );
  return (
    <SearchSelect
      {...rest}
      placeholder="Search audiences"
      none="No audience"
      {...(isChosen && { description: <PageName pageId={chosen.pageId} /> })}
      data={[...offered.values()].map(({ audienceId, effectiveName }) => ({ value: audienceId, label: effectiveName }))}
      renderOption={({ option: { value: audienceId, label } }) => (
        <div>
          {label}
          <Text size="xs" c="dimmed">
            <PageName pageId={offered.get(audienceId)?.pageId ?? null} />
          </Text>
        </div>
      )}
      isSearching={found.isFetching}
      onChange={(audienceId) => {
        setChosen(offered.get(audienceId ?? ""));
        onChange(audienceId);
      }}
      {...{ words, setWords, value }}
    />
  );
}
