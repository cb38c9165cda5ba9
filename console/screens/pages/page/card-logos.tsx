import { Button, Group, Input, Stack, TextInput } from "@mantine/core";
import type { Page } from "../../../../contract";
import { Icon } from "../../../parts/icon";
import { SortableList } from "../../../parts/lists/sortable-list";
import { AssetPicker } from "../../../parts/pickers/asset-picker";
import type { ProblemOf } from "./page-list";

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
    <Stack gap="xs">
      <SortableList
        name={`logos of card ${card}`}
        items={logos}
        labelOf={(_, index) => `logo ${index + 1} of card ${card + 1}`}
        onChange={onChange}
      >
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
      </SortableList>
      {problemOf("logos") && <Input.Error>{problemOf("logos")}</Input.Error>}
      <Button
        w="fit-content"
        size="xs"
        variant="subtle"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => onChange([...logos, blank])}
      >
        Add a logo
      </Button>
    </Stack>
  );
}
