import type { TokenFilter } from "../../../contract";
import { TokenFault } from "./fault";
import type { Filter, TokenSource, Value } from "./source";

/** The longest there is, an address of 2,048 characters that are two units each. */
export const maxValueLength = 4_096;
/** Of what one token can become, whatever the data are. */
export const maxFilledLength = 100_000;
/** The same of all tokens of a text. */
export const maxFilledTogether = 4_000_000;

interface Rule {
  /** `text` is one that is written there, and not empty. */
  args: readonly ("any" | "text" | "number")[];
  optional?: true;
  /** The longest result for a value of this length, and of those given, which have these. */
  grown(length: number, lengths: readonly [number, number], args: readonly Value[]): number;
}

/** What `truncate` puts at the end unless told otherwise. */
const defaultLength = "...".length;
const limit = (value: Value | undefined) => (value?.kind === "number" ? Number(value.text) * 2 : Number.POSITIVE_INFINITY);

/** Letters can become several in the other case: ŉ, İ. */
const rules: Record<TokenFilter, Rule> = {
  default: { args: ["any"], grown: (length, [other]) => Math.max(length, other) },
  upcase: { args: [], grown: (length) => length * 3 },
  downcase: { args: [], grown: (length) => length * 2 },
  capitalize: { args: [], grown: (length) => length * 2 + 3 },
  strip: { args: [], grown: (length) => length },
  truncate: {
    args: ["number", "any"],
    optional: true,
    grown: (length, [, end], [most]) => Math.min(length, limit(most)) + end,
  },
  truncatewords: { args: ["number", "any"], optional: true, grown: (length, [, end]) => length + end },
  append: { args: ["any"], grown: (length, [other]) => length + other },
  prepend: { args: ["any"], grown: (length, [other]) => length + other },
  replace: {
    args: ["text", "any"],
    grown: (length, [found, other]) => length + Math.floor(length / found) * other,
  },
  remove: { args: ["text"], grown: (length) => length },
};

/** What is accepted can always be filled in, at a cost that is known: it fails here or never. Returns the longest it becomes. */
export function checkGrowth({ value, filters, begin }: TokenSource, text: string): number {
  const fail = (what: string): never => {
    throw new TokenFault(what, text, begin);
  };
  if (value.kind === "number") fail(`has an unknown token ${value.text}`);
  let length = lengthOf(value);
  for (const filter of filters) {
    if (!fits(filter)) fail(`has a token with the filter ${filter.name}, which must have ${described(rules[filter.name])}`);
    length = grown(length, filter, lengthOf);
  }
  if (length > maxFilledLength) fail(`has a token that could become longer than ${maxFilledLength} characters`);
  return length;
}

/** Characters that its filters make on their way, at most, with values of these lengths. */
export function workOf({ value, filters }: TokenSource, lengthOf: (value: Value) => number): number {
  let length = lengthOf(value);
  let work = 0;
  for (const filter of filters) {
    length = grown(length, filter, lengthOf);
    work += length;
  }
  return work;
}

function grown(length: number, { name, args }: Filter, lengthOf: (value: Value) => number): number {
  const [first, second] = args.map(lengthOf);
  return rules[name].grown(length, [first ?? defaultLength, second ?? defaultLength], args);
}

function lengthOf(value: Value): number {
  return value.kind === "name" ? maxValueLength : value.text.length;
}

function fits({ name, args: given }: Filter): boolean {
  const { args, optional } = rules[name];
  if (given.length > args.length || (given.length < args.length && !optional)) return false;
  return given.every((value, index) => {
    const wanted = args[index];
    return wanted === "any" || (value.kind === wanted && value.text !== "");
  });
}

function described({ args, optional }: Rule): string {
  const words = { any: "a text or a name", text: "a text that is not empty", number: "a whole number" };
  if (args.length === 0) return "nothing after it";
  return `${optional ? "at most " : ""}${args.map((arg) => words[arg]).join(", then ")}`;
}
