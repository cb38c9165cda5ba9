import { Button, Group, Input, Menu, Stack, TextInput } from "@mantine/core";
import type { Page } from "../../../../contract";
import { Icon } from "../../../parts/icon";
import { moved, SortableRow } from "../../../parts/lists/sortable-row";
import { AssetPicker } from "../../../parts/pickers/asset-picker";

type Logo = Page["actionCardWidgets"][number]["logos"][number];

const blank: Logo = { image: { altText: "", url: "", fileId: "", assetId: "" } };

interface Props {
  /** Which of the page's cards they belong to. */
  card: number;
  logos: readonly Logo[];
  problems: Readonly<Record<string, string>>;
  /** Where the problems of the logos are. */
  place: string;
  onChange(logos: Logo[]): void;
}

/** A logo is a picture among the assets, or its name alone. */
export function CardLogos({ card, logos, problems, place, onChange }: Props) {
  const change = (index: number, changes: Partial<Logo["image"]>) =>
    onChange(logos.map((logo, at) => (at === index ? { image: { ...logo.image, ...changes } } : logo)));
  return (
    <Stack gap="xs">
      {logos.map(({ image }, index) => {
        const problemOf = (field: keyof Logo["image"]) => problems[`${place}.${index}.image.${field}`];
        return (
          <SortableRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a logo has no identifier, and all that is typed is in the draft
            key={index}
            list={`logos of card ${card}`}
            index={index}
            count={logos.length}
            label={`logo ${index + 1} of card ${card + 1}`}
            onMove={(from, to) => onChange(moved(logos, from, to))}
            menu={
              <Menu.Item
                color="red"
                leftSection={<Icon name="trash" size={14} />}
                onClick={() => onChange(logos.toSpliced(index, 1))}
              >
                Remove
              </Menu.Item>
            }
          >
            <Group align="flex-start" gap="xs">
              <TextInput
                label="Name"
                flex="1 1 9rem"
                value={image.altText}
                error={problemOf("altText")}
                onChange={(event) => change(index, { altText: event.currentTarget.value })}
              />
              <AssetPicker
                label="Picture"
                flex="2 1 12rem"
                value={image.assetId || undefined}
                error={problemOf("assetId")}
                onChange={(assetId) => change(index, { assetId: assetId ?? "" })}
              />
              {image.assetId === "" && (
                <TextInput
                  label="Or its address"
                  placeholder="/files/logo.svg"
                  flex="2 1 12rem"
                  value={image.url}
                  error={problemOf("url")}
                  onChange={(event) => change(index, { url: event.currentTarget.value })}
                />
              )}
            </Group>
          </SortableRow>
        );
      })}
      {problems[place] && <Input.Error>{problems[place]}</Input.Error>}
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
