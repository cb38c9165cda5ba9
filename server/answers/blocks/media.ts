import { labelledAddress } from "../../rendering/blocks/labelled-address";
import { type Labelled, readContent } from "../../rendering/entries/read";
import type { BlockReader } from "./block-text";
import { listed, sentence, sentences, withoutLinks } from "./sentences";

/** Buttons are left out: without the link they say nothing. */
export const hero: BlockReader = (content) => {
  const { heading, text, images } = readContent(content, ["media"]);
  if (heading === undefined) return undefined;
  const body = [withoutLinks(text), sentence(images[0]?.text ?? "")].filter(Boolean).join("\n");
  return [{ heading: withoutLinks(heading), body }];
};

export const video: BlockReader = (content) => {
  const { text, images } = readContent(content, ["poster", "captions"]);
  const [first = "", ...rest] = text.split("\n");
  const { address, text: title } = images[0] ?? { address: first.trim(), text: rest.join(" ") };
  return isAsset(address) ? [{ body: sentence(title) }] : undefined;
};

export const file: BlockReader = (content) => {
  const { address, text } = labelledAddress(content);
  return isAsset(address) ? [{ body: sentence(text) }] : undefined;
};

export const gallery: BlockReader = (content) => {
  const { items, images } = readContent(content);
  const shown = [...images, ...items.flatMap(([cell = ""]) => (cell.startsWith("![") ? [labelledAddress(cell)] : []))];
  return shown.length === 0 ? undefined : [{ body: sentences(textsOf(shown)) }];
};

export const logos: BlockReader = (content) => {
  const { items, images } = readContent(content);
  const named = items.map(([cell = ""]) => (cell.startsWith("![") ? labelledAddress(cell) : { address: "", text: cell }));
  const shown = [...named, ...images];
  return shown.length === 0 ? undefined : [{ body: sentence(listed(textsOf(shown))) }];
};

function textsOf(labelled: readonly Labelled[]): string[] {
  return labelled.map(({ text }) => text);
}

function isAsset(address: string): boolean {
  return /^asset_[a-z0-9]{26}$/.test(address);
}
