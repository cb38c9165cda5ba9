import { Select } from "@mantine/core";
import type { BlockType } from "../../../../contract/pages/blocks";
import type { PickerProps } from "../../../parts/pickers/long-select";

const plain = {
  text: "Text",
  markdown: "Markdown",
  faq: "Question, and its answer from the second line on",
  image: "Picture: an asset, then its description",
  link: "Link, then its label",
};

const blocks: Record<BlockType, string> = {
  hero: "Hero: a heading with a picture and buttons",
  features: "Features with icons",
  stats: "Numbers",
  quote: "Quote",
  pricing: "Prices",
  comparison: "Comparison",
  logos: "Logos",
  gallery: "Gallery",
  video: "Video",
  person: "Person to talk to",
  attendees: "Who was on the call",
  steps: "Next steps",
  callout: "Callout",
  file: "File to download",
};

const names = new Map(Object.entries({ ...plain, ...blocks }));
const optionsOf = (kinds: object) => Object.entries(kinds).map(([value, label]) => ({ value, label: String(label) }));
const groups = [
  { group: "Plain", items: optionsOf(plain) },
  { group: "Blocks with a look of their own", items: optionsOf(blocks) },
];

/** As people call it. The API takes kinds that nobody here knows, and any case. */
function kindInWords(kind: string): string {
  return names.get(kind.toLowerCase()) ?? kind;
}

export function EntryKind({ value, onChange, ...rest }: PickerProps) {
  const isUnlisted = value !== undefined && !names.has(value);
  return (
    <Select
      {...rest}
      data={isUnlisted ? [{ value, label: kindInWords(value) }, ...groups] : groups}
      value={value ?? null}
      onChange={(kind) => onChange(kind ?? undefined)}
      allowDeselect={false}
      searchable
      nothingFoundMessage="Nothing found"
    />
  );
}
