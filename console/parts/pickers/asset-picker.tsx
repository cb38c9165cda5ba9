import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { AssetType } from "../../../contract/pages/assets";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { SearchSelect, useTypedWords } from "../forms/search-select";
import type { PickerProps } from "./long-select";

interface Props extends PickerProps {
  /** An address that may be chosen though it is no asset. */
  elsewhere?: string | undefined;
  /** What the button that chooses nothing is called. */
  none?: string;
  /** Only assets of this kind are offered. */
  assetType?: AssetType;
}

/** Finds a picture, or another file, among the assets by words. */
export function AssetPicker({ elsewhere, none = "No picture", assetType, value, onChange, ...rest }: Props) {
  const { may } = useSession();
  const enabled = may("assets:read");
  const { words, setWords, query } = useTypedWords();
  const [isOpened, setOpened] = useState(false);
  const wanted = { ...query, ...(assetType && { assetType }) };
  const found = useRead("listAssets", { query: wanted }, { enabled: enabled && isOpened });
  const chosen = useRead(
    "getAsset",
    { params: { asset_id: value ?? "" } },
    { enabled: enabled && value !== undefined && value !== elsewhere },
  );
  const names = new Map((found.data?.items ?? []).map(({ assetId, name }) => [assetId, name]));
  if (!enabled)
    return <TextInput {...rest} value={value ?? ""} onChange={(event) => onChange(event.currentTarget.value || undefined)} />;
  if (elsewhere !== undefined) names.set(elsewhere, elsewhere);
  // Its name is told also when it is not among those that were found, or was deleted.
  if (value !== undefined) names.set(value, chosen.data?.name ?? names.get(value) ?? value);
  return (
    <SearchSelect
      {...rest}
      placeholder="Search assets"
      none={none}
      nothing="No asset found"
      data={[...names].map(([assetId, name]) => ({ value: assetId, label: name }))}
      isSearching={found.isFetching}
      onDropdownOpen={() => setOpened(true)}
      {...{ words, setWords, value, onChange }}
    />
  );
}
