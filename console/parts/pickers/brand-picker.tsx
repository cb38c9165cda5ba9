import { useState } from "react";
import { useList } from "../../api/list";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { LongSelect, type PickerProps } from "./long-select";

export function BrandPicker(props: PickerProps) {
  const { value } = props;
  const { may } = useSession();
  const enabled = may("brands:read");
  const [isOpened, setOpened] = useState(false);
  const list = useList("listBrands", {}, { keepsAll: true, enabled: enabled && isOpened });
  const chosen = useRead("getBrand", { params: { brand_id: value ?? "" } }, { enabled: enabled && value !== undefined });
  const names = new Map(list.items.map(({ brandId, name }) => [brandId, name]));
  if (value !== undefined) names.set(value, chosen.data?.name ?? names.get(value) ?? value);
  return <LongSelect {...props} names={names} list={list} none="No brand" onDropdownOpen={() => setOpened(true)} />;
}
