import { Group, TextInput } from "@mantine/core";
import type { Page } from "../../../../contract";
import { AssetPicker } from "../../../parts/pickers/asset-picker";
import type { ProblemOf } from "./page-list";
import { PartList } from "./part-list";

type Logo = Page["actionCardWidgets"][number]["logos"][number];

const blank: Logo = { image: { altText: "", url: "", fileId: "", assetId: "" } };

interface Props {
  /** Which of the page's cards they belong to. */
  card: number;
  logos: readonly Logo[];
  problemOf: ProblemOf;
  onChange(logos: Logo[]): void;
}

/** A logo is a picture among the assets, or its name alone. */
export function CardLogos({ card, logos, problemOf, onChange }: Props) {
  return (
    <PartList one="logo" of={`card ${card + 1}`} items={logos} blank={blank} problem={problemOf("logos")} onChange={onChange}>
      {({ image }, index, setLogo) => {
        const problemIn = (field: keyof Logo["image"]) => problemOf(`logos.${index}.image.${field}`);
        const change = (changes: Partial<Logo["image"]>) => setLogo({ image: { ...image, ...changes } });
        return (
          <Group align="flex-start" gap="xs">
            <TextInput
              label="Name"
              flex="1 1 9rem"
              value={image.altText}
              error={problemIn("altText")}
              onChange={(event) => change({ altText: event.currentTarget.value })}
            />
            <AssetPicker
              label="Picture"
              flex="2 1 12rem"
              value={image.assetId || undefined}
              error={problemIn("assetId")}
              onChange={(assetId) => change({ assetId: assetId ?? "" })}
            />
            {image.assetId === "" && (
              <TextInput
                label="Or its address"
                placeholder="/files/logo.svg"
                flex="2 1 12rem"
                value={image.url}
                error={problemIn("url")}
                onChange={(event) => change({ url: event.currentTarget.value })}
              />
            )}
          </Group>
        );
      }}
    </PartList>
  );
}
