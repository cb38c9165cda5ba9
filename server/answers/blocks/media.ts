import { mapped } from "../../event-loop/steps";
import { parts } from "../../rendering/blocks/content/parts";
import { type Labelled, readSteps } from "../../rendering/blocks/content/read";
import { isAssetId } from "../../rendering/images";
import { labelledAddress } from "../../rendering/links/labelled-address";
import type { BlockReader } from "./block-text";
import { commaSeparated, sentence, sentences, withoutLinks } from "./sentences";

/** Buttons are left out: without the link they say nothing. */
export const hero: BlockReader = function* (content) {
  const { heading, text, images } = yield* readSteps(content, parts.hero);
  if (heading === undefined) return undefined;
  const body = [withoutLinks(text), sentence(images[0]?.text ?? "")].filter(Boolean).join("\n");
  return [{ heading: withoutLinks(heading), body }];
};

export const video: BlockReader = function* (content) {
  const { text, images } = yield* readSteps(content, parts.video);
  const [first = "", ...rest] = text.split("\n");
  const [image] = images;
  const { address, text: title } = image ?? { address: first.trim(), text: rest.join(" ") };
  return isAssetId(address) ? [{ body: paragraphs(sentence(title), image ? withoutLinks(text) : "") }] : undefined;
};

export const file: BlockReader = function* (content) {
  const { before, text, links } = yield* readSteps(content, parts.file);
  const { address, text: title } = links[0] ?? labelledAddress(before);
  return isAssetId(address) ? [{ body: paragraphs(sentence(title), links[0] ? withoutLinks(text) : "") }] : undefined;
};

export const gallery: BlockReader = function* (content) {
  const { before, after, images } = yield* readSteps(content, parts.gallery);
  if (images.length === 0) return undefined;
  return [{ body: paragraphs(withoutLinks(before), yield* sentences(textsOf(images)), withoutLinks(after)) }];
};

export const logos: BlockReader = function* (content) {
  const { before, after, items, itemLines, images } = yield* readSteps(content, parts.logos);
  const names = yield* mapped(items, (cells) => ({ text: cells.join(" | ") }));
  const shown = [...images, ...names.map((name, index) => ({ ...name, line: itemLines[index] as number }))];
  if (shown.length === 0) return undefined;
  const inOrder = textsOf(shown.sort((one, other) => one.line - other.line));
  return [{ body: paragraphs(withoutLinks(before), sentence(commaSeparated(inOrder)), withoutLinks(after)) }];
};

function paragraphs(...texts: string[]): string {
  return texts.filter(Boolean).join("\n\n");
}

function textsOf(labelled: readonly Pick<Labelled, "text">[]): string[] {
  return labelled.map(({ text }) => text);
}
