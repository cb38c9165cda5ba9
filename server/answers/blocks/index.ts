import type { BlockType } from "../../../contract/pages/blocks";
import { mapped, type Steps } from "../../event-loop/steps";
import { templatePlaceholder, templatePlaceholders, withoutPlaceholders } from "../../rendering/templates/placeholders";
import { TokenError } from "../../rendering/tokens";
import { parseSegments } from "../../rendering/tokens/text";
import { type BlockReader, type BlockText, maxGrowth } from "./block-text";
import { callout } from "./callout";
import { attendees, comparison, features, stats, steps } from "./lists";
import { file, gallery, hero, logos, video } from "./media";
import { person, quote } from "./people";
import { pricing } from "./pricing";

/** By the type of the entry. */
const readers: Readonly<Record<string, BlockReader>> = {
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
} satisfies Record<BlockType, BlockReader>;

/** What a block says, in sentences. `type` is in small letters. Undefined for what is no block, or can't be read as one. */
export function* blockTexts(type: string, content: string): Steps<BlockText[] | undefined> {
  if (!Object.hasOwn(readers, type)) return undefined;
  // A filter in a token has a bar, which would be taken for the end of a cell.
  const { text, tokens } = hideTokens(content);
  const texts = yield* (readers[type] as BlockReader)(text);
  if (!texts || (yield* lengthOf(texts, tokens)) > content.length * maxGrowth) return undefined;
  const shown = (one: string) => partsOf(one, tokens).join("");
  return yield* mapped(texts, ({ heading = "", body, alternatives = [] }) => ({
    heading: shown(heading),
    body: shown(body),
    alternatives: alternatives.map(shown),
  }));
}

function hideTokens(content: string): { text: string; tokens: string[] } {
  const tokens: string[] = [];
  try {
    const text = parseSegments(content, (token) => token)
      .map((segment) => {
        if (typeof segment === "string") return withoutPlaceholders(segment);
        return templatePlaceholder(tokens.push(content.slice(segment.begin, segment.end)) - 1);
      })
      .join("");
    return { text, tokens };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    return { text: withoutPlaceholders(content), tokens: [] };
  }
}

function* lengthOf(texts: readonly BlockText[], tokens: readonly string[]): Steps<number> {
  let sum = 0;
  yield* mapped(texts, ({ heading = "", body }) => {
    for (const { length } of [...partsOf(heading, tokens), ...partsOf(body, tokens)]) sum += length;
  });
  return sum;
}

/** The text with its tokens as they were written. */
function partsOf(text: string, tokens: readonly string[]): string[] {
  return text.split(templatePlaceholders).map((part, index) => (index % 2 === 0 ? part : (tokens[Number(part)] ?? "")));
}
