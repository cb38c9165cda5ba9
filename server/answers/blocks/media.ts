import { mapped } from "../../event-loop/steps";
import { labelledAddress } from "../../rendering/blocks/labelled-address";
import { type Labelled, readSteps } from "../../rendering/entries/read";
import type { BlockReader } from "./block-text";
import { listed, sentence, sentences, withoutLinks } from "./sentences";

/** Buttons are left out: without the link they say nothing. */
export const hero: BlockReader = function* (content) {
  const { heading, text, images } = yield* readSteps(content, ["media"]);
  if (heading === undefined) return undefined;
  const body = [withoutLinks(text), sentence(images[0]?.text ?? "")].filter(Boolean).join("\n");
  return [{ heading: withoutLinks(heading), body }];
};

export const video: BlockReader = function* (content) {
  const { text, images } = yield* readSteps(content, ["poster", "captions"]);
  const [first = "", ...rest] = text.split("\n");
  const { address, text: title } = images[0] ?? { address: first.trim(), text: rest.join(" ") };
  return isAsset(address) ? [{ body: sentence(title) }] : undefined;
};

export const file: BlockReader = function* (content) {
  const { address, text } = labelledAddress(content);
  yield;
  return isAsset(address) ? [{ body: sentence(text) }] : undefined;
};

export const gallery: BlockReader = function* (content) {
  const { items, images } = yield* readSteps(content);
  const named = yield* mapped(items, ([cell = ""]) => (cell.startsWith("![") ? labelledAddress(cell) : undefined));
  const shown = [...images, ...named.filter((one) => one !== undefined)];
  return shown.length === 0 ? undefined : [{ body: yield* sentences(textsOf(shown)) }];
};

export const logos: BlockReader = function* (content) {
  const { items, images } = yield* readSteps(content);
  const named = yield* mapped(items, ([cell = ""]) =>
    cell.startsWith("![") ? labelledAddress(cell) : { address: "", text: cell },
  );
  const shown = [...named, ...images];
  return shown.length === 0 ? undefined : [{ body: sentence(listed(textsOf(shown))) }];
};

function textsOf(labelled: readonly Labelled[]): string[] {
  return labelled.map(({ text }) => text);
}

function isAsset(address: string): boolean {
  return /^asset_[a-z0-9]{26}$/.test(address);
}
