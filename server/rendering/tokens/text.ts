import { maxTokensPerText, type TokenName } from "../../../contract";
import { LruCache } from "../../caching/lru-cache";
import { liquidFill } from "./engine";
import { TokenFault } from "./fault";
import { checkGrowth, maxFilledTogether, workOf } from "./growth";
import { readToken, type TokenSource } from "./source";
import type { Values } from "./token-values";

/** What is between `{{` and `}}`, ready to be filled in. */
export interface Token {
  /** As data: what comes out is a text, whatever is in it. Empty when it is missing and has no default. */
  fill(values: Values): string;
  /** What that takes, in characters made on the way. */
  work(values: Values): number;
}

export type Part = string | Token;

/** A text taken apart; fails with a `TokenFault`. */
export function parseText(text: string): readonly Part[] {
  return mayHaveTokens(text) ? takenApart(text, tokenOf) : [text];
}

/** Whether a text can be taken apart, without doing more than that. */
export function checkText(text: string): void {
  if (mayHaveTokens(text)) takenApart(text, (source) => source);
}

/** Its tokens where they stand, the blanks that they take with them gone. */
export function takenApart<Made extends object>(text: string, make: (source: TokenSource) => Made): (string | Made)[] {
  const parts: (string | Made)[] = [];
  const delimiter = /\{[{%]/g;
  let at = 0;
  let tokens = 0;
  let length = 0;
  let trims = false;
  const addText = (end: number, trimsBefore: boolean) => {
    let fixed = text.slice(at, end);
    if (trims) fixed = fixed.trimStart();
    if (trimsBefore) fixed = fixed.trimEnd();
    if (fixed !== "") parts.push(fixed);
  };
  for (let found = delimiter.exec(text); found; found = delimiter.exec(text)) {
    if (found[0] === "{%") throw new TokenFault("must not have tags ({%), tokens alone", text, found.index);
    tokens += 1;
    if (tokens > maxTokensPerText) throw new TokenFault(`must have at most ${maxTokensPerText} tokens`, text, found.index);
    const source = readToken(text, found.index);
    length += checkGrowth(source, text);
    if (length > maxFilledTogether)
      throw new TokenFault(
        `has tokens that could become longer than ${maxFilledTogether} characters together`,
        text,
        found.index,
      );
    addText(source.begin, source.trimsBefore);
    parts.push(make(source));
    at = source.end;
    trims = source.trimsAfter;
    delimiter.lastIndex = at;
  }
  addText(text.length, false);
  return parts;
}

const maxKnownLength = 1_000_000;
const known = new LruCache<readonly Part[]>(maxKnownLength);

/**
 * The same for texts that were kept before tokens were checked: what is wrong in them is left out. Remembered, for taking
 * a text apart takes the library longer than all the rest.
 */
export function partsOf(text: string): readonly Part[] {
  return mayHaveTokens(text) ? known.get(text, () => soundParts(text)) : [text];
}

function soundParts(text: string): readonly Part[] {
  try {
    return parseText(text);
  } catch (error) {
    if (!(error instanceof TokenFault)) throw error;
    return [withoutTokens(text)];
  }
}

export function filledText(text: string, values: Values): string {
  if (!mayHaveTokens(text)) return text;
  let filled = "";
  for (const part of partsOf(text)) filled += typeof part === "string" ? part : part.fill(values);
  return filled;
}

export function mayHaveTokens(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

/** Most are a name, with a default or without: those need no library, and are had a hundred times as fast. */
function tokenOf(source: TokenSource): Token {
  const { value, filters } = source;
  const [filter, ...others] = filters;
  if (!filter && value.kind !== "name") return { fill: () => value.text, work: noWork };
  if (value.kind !== "name" || others.length > 0 || (filter && filter.name !== "default")) return liquidToken(source);
  const fallback = filter?.args[0];
  if (fallback?.kind === "name") return liquidToken(source);
  const found = lookup(value.name);
  const instead = fallback?.text ?? "";
  return { fill: (values) => found(values) || instead, work: noWork };
}

/** Beyond what comes out. */
const noWork = () => 0;

function liquidToken(source: TokenSource): Token {
  const work = (values: Values) =>
    workOf(source, (value) => (value.kind === "name" ? (lookup(value.name)(values)?.length ?? 0) : value.text.length));
  return { fill: liquidFill(source), work };
}

function lookup(name: TokenName): (values: Values) => string | null {
  const [group, field] = name.split(".") as [keyof Values, string];
  return (values) => (values[group] as Record<string, string | null>)[field] as string | null;
}

/** From each opening to the next end; an opening without an end goes alone. */
function withoutTokens(text: string): string {
  const delimiter = /\{[{%]/g;
  const ends = { "{{": { mark: "}}", last: text.lastIndexOf("}}") }, "{%": { mark: "%}", last: text.lastIndexOf("%}") } };
  let left = "";
  let at = 0;
  for (let found = delimiter.exec(text); found; found = delimiter.exec(text)) {
    left += text.slice(at, found.index);
    const { mark, last } = ends[found[0] as keyof typeof ends];
    at = found.index + 2;
    if (last >= at) at = text.indexOf(mark, at) + mark.length;
    delimiter.lastIndex = at;
  }
  return left + text.slice(at);
}
