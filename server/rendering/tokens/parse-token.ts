import { type TokenFilter, type TokenName, tokenFilters, tokenNames } from "../../../contract";
import { quoted, TokenError } from "./token-error";

/** A token as it was written: one value, then filters. The rest of the Liquid language is refused. */
export interface ParsedToken {
  value: Operand;
  filters: readonly Filter[];
  begin: number;
  end: number;
  /** `{{-` and `-}}` remove the blanks around a token. */
  trimsBefore: boolean;
  trimsAfter: boolean;
}

export interface Filter {
  name: TokenFilter;
  args: readonly Operand[];
}

export type Operand = { kind: "name"; name: TokenName } | { kind: "text" | "number"; text: string };

export const maxFilters = 10;
const maxArgs = 2;

const opening = /\{\{(-?)\s*/y;
const closing = /\s*(-?)\}\}/y;
const operand = /"([^"\\]*)"|'([^'\\]*)'|([^\s|,:"'{}]*[^\s|,:"'{}-])/y;
const filterName = /\s*\|\s*(\w+)/y;
const firstArg = /\s*:\s*/y;
const nextArg = /\s*,\s*/y;

/** Parses the token that begins at `begin`, in linear time; throws a `TokenError`. */
export function parseToken(text: string, begin: number): ParsedToken {
  let at = begin;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const fail = (message: string, index = at): never => {
    throw new TokenError(message, text, index);
  };

  const takeOperand = (): Operand => {
    const from = at;
    const [whole, double, single, word] =
      take(operand) ?? fail("must have a name, or a text in quotes and without \\, at this place of a token");
    if (whole === undefined || word === undefined) return { kind: "text", text: double ?? single ?? "" };
    if (/^(0|[1-9]\d{0,5})$/.test(word)) return { kind: "number", text: word };
    if (!Object.hasOwn(tokenNames, word)) return fail(`has an unknown token ${quoted(word)}`, from);
    return { kind: "name", name: word as TokenName };
  };
  const takeFilter = (name: string): Filter => {
    if (!Object.hasOwn(tokenFilters, name)) return fail(`has an unknown filter ${quoted(name)}`, at - name.length);
    const args: Operand[] = [];
    for (let more = take(firstArg); more; more = take(nextArg)) {
      if (args.length === maxArgs) fail(`must have at most ${maxArgs} values after a filter`);
      args.push(takeOperand());
    }
    return { name: name as TokenFilter, args };
  };

  const [, before] = take(opening) as RegExpExecArray;
  const first = takeOperand();
  const filters: Filter[] = [];
  for (let next = take(filterName); next; next = take(filterName)) {
    if (filters.length === maxFilters) fail(`must have at most ${maxFilters} filters in a token`, begin);
    filters.push(takeFilter(next[1] as string));
  }
  const [, after] = take(closing) ?? fail("must have one value, its filters and }} in a token");
  return { value: first, filters, begin, end: at, trimsBefore: before === "-", trimsAfter: after === "-" };
}
