import { templatePlaceholder, templatePlaceholders, withoutPlaceholders } from "../../rendering/templates/placeholders";
import { TokenError } from "../../rendering/tokens";
import { parseSegments } from "../../rendering/tokens/text";
import { type BlockReader, type BlockText, maxGrowth } from "./block-text";
import { attendees, comparison, features, stats, steps } from "./lists";
import { file, gallery, hero, logos, video } from "./media";
import { callout, person, quote } from "./people";
import { pricing } from "./pricing";

/** By the type of the entry, in small letters. */
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
};

/** What a block says, in sentences. Undefined for what is no block, or can't be read as one. */
export function blockTexts(type: string, content: string): BlockText[] | undefined {
  const name = type.toLowerCase();
  if (!Object.hasOwn(readers, name)) return undefined;
  // A filter in a token has a bar, which would be taken for the end of a cell.
  const { text, tokens } = hideTokens(content);
  const texts = (readers[name] as BlockReader)(text);
  if (!texts || lengthOf(texts, tokens) > content.length * maxGrowth) return undefined;
  return texts.map(({ heading = "", body, alternatives }) => ({
    heading: partsOf(heading, tokens).join(""),
    body: partsOf(body, tokens).join(""),
    alternatives,
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

function lengthOf(texts: readonly BlockText[], tokens: readonly string[]): number {
  const parts = texts.flatMap(({ heading = "", body }) => [...partsOf(heading, tokens), ...partsOf(body, tokens)]);
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** The text with its tokens as they were written. */
function partsOf(text: string, tokens: readonly string[]): string[] {
  return text.split(templatePlaceholders).map((part, index) => (index % 2 === 0 ? part : (tokens[Number(part)] ?? "")));
}
