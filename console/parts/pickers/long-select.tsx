import { Select, type SelectProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** What every picker takes. */
export interface PickerProps
  extends Pick<SelectProps, "label" | "aria-label" | "placeholder" | "description" | "error" | "withAsterisk" | "flex" | "w"> {
  value: string | undefined;
  onChange(value: string | undefined): void;
}

interface Props extends PickerProps, Pick<SelectProps, "onDropdownOpen"> {
  /** By their identifiers, as far as they were read. */
  names: ReadonlyMap<string, string>;
  list: { hasNextPage: boolean; isFetching: boolean; fetchNextPage(): unknown };
  /** What the button that chooses nothing is called; there is none without it. */
  none?: string;
}

/** A choice among a list that the server can't search: it is read on while it is scrolled, and to its end while somebody types. */
export function LongSelect({ names, list, value, onChange, none, ...rest }: Props) {
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const [words, setWords] = useState("");
  const isSearching = words !== "" && words !== names.get(value ?? "");
  useEffect(() => {
    if (isSearching && hasNextPage && !isFetching) fetchNextPage();
  }, [isSearching, hasNextPage, isFetching, fetchNextPage]);
  return (
    <Select
      {...rest}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={isFetching ? "Searching …" : "Nothing found"}
      scrollAreaProps={{
        onBottomReached: () => hasNextPage && !isFetching && fetchNextPage(),
        // Scrolling on at the end would move the page, and a choice whose input is out of sight is closed.
        overscrollBehavior: "contain",
      }}
      allowDeselect={none !== undefined}
      clearable={none !== undefined}
      clearButtonProps={{ "aria-label": none ?? "" }}
    />
  );
}
