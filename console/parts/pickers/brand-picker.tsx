import type { Brand } from "../../../contract";
import { ListedPicker, type ListedPickerProps } from "./listed-picker";

const brands = {
  scope: "brands:read",
  list: "listBrands",
  listed: {},
  read: "getBrand",
  sentFor: (id: string) => ({ params: { brand_id: id } }),
  entryOf: ({ brandId, name }: Brand): [string, string] => [brandId, name],
  gone: "A brand that was deleted",
} as const;

export function BrandPicker(props: ListedPickerProps) {
  return <ListedPicker {...props} kind={brands} />;
}
