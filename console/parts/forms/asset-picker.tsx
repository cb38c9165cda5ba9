import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { SearchSelect, useTypedWords } from "./search-select";

interface Props {
  label: string;
  description?: string;
  value: string | undefined;
  onChange(assetId: string | undefined): void;
  error?: string | undefined;
  flex?: string;
}

/** Finds a picture among the assets by words. */
export function AssetPicker({ label, description, value, onChange, error, flex }: Props) {
  const { may } = useSession();
  const enabled = may("assets:read");
  const { words, setWords, query } = useTypedWords();
  const [isOpened, setOpened] = useState(false);
  const found = useRead("listAssets", { query }, { enabled: enabled && isOpened });
  const chosen = useRead("getAsset", { params: { asset_id: value ?? "" } }, { enabled: enabled && value !== undefined });
  const names = new Map((found.data?.items ?? []).map(({ assetId, name }) => [assetId, name]));
  if (!enabled) {
    const type = (assetId: string) => onChange(assetId || undefined);
    return (
      <TextInput
        {...{ label, description, error, flex }}
        value={value ?? ""}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    );
  }
  // Its name is told also when it is not among those that were found, or was deleted.
  if (value !== undefined) names.set(value, chosen.data?.name ?? names.get(value) ?? value);
  return (
    <SearchSelect
      label={label}
      description={description}
      error={error}
      flex={flex}
      placeholder="Search assets"
      none={`No ${label.toLowerCase()}`}
      nothing="No asset found"
      data={[...names].map(([assetId, name]) => ({ value: assetId, label: name }))}
      isSearching={found.isFetching}
      onDropdownOpen={() => setOpened(true)}
      {...{ words, setWords, value, onChange }}
    />
  );
}
