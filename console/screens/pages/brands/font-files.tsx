import { Input, Stack } from "@mantine/core";
import { maxFontFiles } from "../../../../contract/pages/brands";
import type { ListProps } from "../../../parts/forms/record-form";
import { AssetPicker } from "../../../parts/pickers/asset-picker";

/** A picker for each file, and one for another as long as there may be more. */
export function FontFiles({ label, description, error, value, onChange }: ListProps) {
  const shown = value.length < maxFontFiles ? [...value, undefined] : value;
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      role="group"
      labelElement="div"
      aria-label={String(label)}
    >
      <Stack gap="xs" mt={4}>
        {shown.map((assetId, index) => (
          <AssetPicker
            // A file that is taken out leaves its place to the next.
            key={assetId ?? "another"}
            aria-label={`Font file ${index + 1}`}
            none={`No font file ${index + 1}`}
            assetType="custom-component"
            value={assetId}
            onChange={(chosen) =>
              onChange(
                chosen ? [...new Set([...value.slice(0, index), chosen, ...value.slice(index + 1)])] : value.toSpliced(index, 1),
              )
            }
          />
        ))}
      </Stack>
    </Input.Wrapper>
  );
}
