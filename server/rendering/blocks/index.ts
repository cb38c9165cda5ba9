import type { Topic } from "../../../contract";
import type { BlockType } from "../../../contract/pages/blocks";
import { memoize } from "../../caching/memoize";
import type { Block } from "./block";
import { callout } from "./callout";
import { comparison } from "./comparison";
import { features } from "./features";
import { hero } from "./hero";
import { file } from "./media/file";
import { gallery } from "./media/gallery";
import { logos } from "./media/logos";
import { video } from "./media/video";
import { attendees } from "./meeting/attendees";
import { steps } from "./meeting/steps";
import { person } from "./person";
import { pricing } from "./pricing";
import { quote } from "./quote";
import { stats } from "./stats";

/** By the type of the entry, in small letters. */
export const blocks: Readonly<Record<string, Block>> = {
  hero,
  video,
  quote,
  stats,
  features,
  pricing,
  comparison,
  steps,
  attendees,
  logos,
  gallery,
  callout,
  person,
  file,
} satisfies Record<BlockType, Block>;

export function blockOf(type: string): Block | undefined {
  const name = type.toLowerCase();
  return Object.hasOwn(blocks, name) ? blocks[name] : undefined;
}

/** The names of the blocks that these topics have, in one order and one text. */
export const blocksUsed = memoize((topics: readonly Topic[]): string => {
  const used = new Set(topics.flatMap(({ entries }) => entries.map(({ content }) => content.type.toLowerCase())));
  return Object.keys(blocks)
    .filter((name) => used.has(name))
    .join(" ");
});

/** A page has the styles of its own blocks alone. */
export function blockStyles(used: string): string {
  return used
    .split(" ")
    .map((name) => blockOf(name)?.style ?? "")
    .join("");
}
