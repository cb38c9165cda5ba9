import { maxTokensPerText, type TokenName } from "../../../contract";
import { LruCache } from "../../caching/lru-cache";
import { liquidFill, type TokenValues } from "./engine";
import { checkFilters, maxTotalFilledLength, workOf } from "./filter-rules";
import { type ParsedToken, parseToken } from "./parse-token";
import { TokenError } from "./token-error";

/** What is between `{{` and `}}`, ready to be filled in. */
export interface Token {
  /** Returns plain text, for the caller to escape. It is empty when the value is missing and there is no default. */
  fill(values: TokenValues): string;
  /** How many characters the filters produce on the way to the result, at most. */
  work(values: TokenValues): number;
}

/** A text is a list of segments: fixed text and tokens. */
export type Segment = string | Token;

/** Throws a `TokenError`. */
export function parseText(text: string): readonly Segment[] {
  return mayHaveTokens(text) ? parseSegments(text, toToken) : [text];
}

/** Throws a `TokenError`. */
export function checkText(text: string): void {
  if (mayHaveTokens(text)) parseSegments(text, (parsed) => parsed);
}

export function parseSegments<Made extends object>(
  text: string,
  make: (parsed: ParsedToken, text: string) => Made,
): (string | Made)[] {
  const segments: (string | Made)[] = [];
  const delimiter = /\{[{%]/g;
  let at = 0;
  let tokens = 0;
  let length = 0;
  let trims = false;
  const addText = (end: number, trimsBefore: boolean) => {
    let fixed = text.slice(at, end);
    if (trims) fixed = fixed.trimStart();
    if (trimsBefore) fixed = fixed.trimEnd();
    if (fixed !== "") segments.push(fixed);
  };
  for (let found = delimiter.exec(text); found; found = delimiter.exec(text)) {
    if (found[0] === "{%") throw new TokenError("must not have tags ({%), tokens alone", text, found.index);
    tokens += 1;
    if (tokens > maxTokensPerText) throw new TokenError(`must have at most ${maxTokensPerText} tokens`, text, found.index);
    const parsed = parseToken(text, found.index);
    length += checkFilters(parsed, text);
    if (length > maxTotalFilledLength)
      throw new TokenError(
        `has tokens that could become longer than ${maxTotalFilledLength} characters together`,
        text,
        found.index,
      );
    addText(parsed.begin, parsed.trimsBefore);
    segments.push(make(parsed, text));
    at = parsed.end;
    trims = parsed.trimsAfter;
    delimiter.lastIndex = at;
  }
  addText(text.length, false);
  return segments;
}

const maxCachedSize = 1_000_000;
const segmentsByText = new LruCache<readonly Segment[]>(maxCachedSize);

/** How much a cached token counts, in characters: it is several objects. */
export const cachedTokenSize = 300;

/** Never throws: texts stored before tokens were checked may be invalid, and then lose their tokens. */
export function segmentsOf(text: string): readonly Segment[] {
  if (!mayHaveTokens(text)) return [text];
  const cached = segmentsByText.find(text);
  if (cached) return cached;
  const segments = validSegments(text);
  segmentsByText.keep(text, segments, text.length + segments.length * cachedTokenSize);
  return segments;
}

function validSegments(text: string): readonly Segment[] {
  try {
    return parseText(text);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    return [withoutTokens(text)];
  }
}

export function filledText(text: string, values: TokenValues): string {
  if (!mayHaveTokens(text)) return text;
  let filled = "";
  for (const segment of segmentsOf(text)) filled += typeof segment === "string" ? segment : segment.fill(values);
  return filled;
}

export function mayHaveTokens(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

const tokensAsWritten = new LruCache<Token>(maxCachedSize);

/** Texts have the same few tokens thousands of times, and the garbage collector looks at every object of each. */
function toToken({ begin, end }: ParsedToken, text: string): Token {
  const written = text.slice(begin, end);
  const known = tokensAsWritten.find(written);
  if (known) return known;
  // A slice would keep the whole text in memory.
  const copy = Buffer.from(written).toString();
  const token = makeToken(parseToken(copy, 0));
  tokensAsWritten.keep(copy, token, copy.length + cachedTokenSize);
  return token;
}

/** Most tokens are a name with or without a default. Filling those in without the library is a hundred times as fast. */
function makeToken(parsed: ParsedToken): Token {
  const { value, filters } = parsed;
  const [filter, ...others] = filters;
  if (!filter && value.kind !== "name") return { fill: () => value.text, work: noWork };
  if (value.kind !== "name" || others.length > 0 || (filter && filter.name !== "default")) return liquidToken(parsed);
  const fallback = filter?.args[0];
  if (fallback?.kind === "name") return liquidToken(parsed);
  const valueIn = lookup(value.name);
  const fallbackText = fallback?.text ?? "";
  return { fill: (values) => valueIn(values) || fallbackText, work: noWork };
}

const noWork = () => 0;

function liquidToken(parsed: ParsedToken): Token {
  const work = (values: TokenValues) =>
    workOf(parsed, (operand) => (operand.kind === "name" ? (lookup(operand.name)(values)?.length ?? 0) : operand.text.length));
  return { fill: liquidFill(parsed), work };
}

function lookup(name: TokenName): (values: TokenValues) => string | null {
  const [group, field] = name.split(".") as [keyof TokenValues, string];
  return (values) => (values[group] as Record<string, string | null>)[field] as string | null;
}

/** Removes everything from each opening delimiter to the next closing one; without a closing one, the delimiter alone. */
function withoutTokens(text: string): string {
  const delimiter = /\{[{%]/g;
  const closings = {
    "{{": { closing: "}}", last: text.lastIndexOf("}}") },
    "{%": { closing: "%}", last: text.lastIndexOf("%}") },
  };
  let rest = "";
  let at = 0;
  for (let found = delimiter.exec(text); found; found = delimiter.exec(text)) {
    rest += text.slice(at, found.index);
    const { closing, last } = closings[found[0] as keyof typeof closings];
    at = found.index + 2;
    if (last >= at) at = text.indexOf(closing, at) + closing.length;
    delimiter.lastIndex = at;
  }
  return rest + text.slice(at);
}
