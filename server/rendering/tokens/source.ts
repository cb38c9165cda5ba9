import { type TokenFilter, type TokenName, tokenFilters, tokenNames } from "../../../contract";
import { quoted, TokenFault } from "./fault";

/** A token as it is written: one value, then filters. Nothing else of the language is let through. */
export interface TokenSource {
  value: Value;
  filters: readonly Filter[];
  /** Where its text begins and ends, and whether blanks before and after go with it: `{{-` and `-}}`. */
  begin: number;
  end: number;
  trimsBefore: boolean;
  trimsAfter: boolean;
}

export interface Filter {
  name: TokenFilter;
  args: readonly Value[];
}

export type Value = { kind: "name"; name: TokenName } | { kind: "text" | "number"; text: string };

export const maxFilters = 10;
/** Of any filter; more need not be read to be refused. */
const maxArgs = 2;

const opening = /\{\{(-?)\s*/y;
const closing = /\s*(-?)\}\}/y;
const value = /"([^"\\]*)"|'([^'\\]*)'|([^\s|,:"'{}]*[^\s|,:"'{}-])/y;
const filterName = /\s*\|\s*(\w+)/y;
const firstArg = /\s*:\s*/y;
const nextArg = /\s*,\s*/y;

/** The token that begins here; fails with a `TokenFault`. In time that goes with the length of the text. */
export function readToken(text: string, begin: number): TokenSource {
  let at = begin;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const fail = (what: string, index = at): never => {
    throw new TokenFault(what, text, index);
  };

  const takeValue = (): Value => {
    const from = at;
    const [whole, double, single, word] =
      take(value) ?? fail("must have a name, or a text in quotes and without \\, at this place of a token");
    if (whole === undefined || word === undefined) return { kind: "text", text: double ?? single ?? "" };
    if (/^(0|[1-9]\d{0,5})$/.test(word)) return { kind: "number", text: word };
    if (!Object.hasOwn(tokenNames, word)) return fail(`has an unknown token ${quoted(word)}`, from);
    return { kind: "name", name: word as TokenName };
  };
  const takeFilter = (name: string): Filter => {
    if (!Object.hasOwn(tokenFilters, name)) return fail(`has an unknown filter ${quoted(name)}`, at - name.length);
    const args: Value[] = [];
    for (let more = take(firstArg); more; more = take(nextArg)) {
      if (args.length === maxArgs) fail(`must have at most ${maxArgs} values after a filter`);
      args.push(takeValue());
    }
    return { name: name as TokenFilter, args };
  };

  const [, before] = take(opening) as RegExpExecArray;
  const first = takeValue();
  const filters: Filter[] = [];
  for (let next = take(filterName); next; next = take(filterName)) {
    if (filters.length === maxFilters) fail(`must have at most ${maxFilters} filters in a token`, begin);
    filters.push(takeFilter(next[1] as string));
  }
  const [, after] = take(closing) ?? fail("must have one value, its filters and }} in a token");
  return { value: first, filters, begin, end: at, trimsBefore: before === "-", trimsAfter: after === "-" };
}
