import type { TokenFilter } from "../../contract";
import { TokenFault } from "./fault";
import type { Filter, TokenSource, Value } from "./source";

/** The longest there is, an address of 2,048 characters that are two units each. */
export const maxValueLength = 4_096;
/** Of what one token can become, whatever the data are. */
export const maxFilledLength = 100_000;

interface Rule {
  /** `text` is one that is written there, and not empty. */
  args: readonly ("any" | "text" | "number")[];
  optional?: true;
  /** The longest result for a value of this length. */
  grown(length: number, args: readonly Value[]): number;
}

const longest = (value: Value | undefined) =>
  value === undefined ? "...".length : value.kind === "name" ? maxValueLength : value.text.length;
const limit = (value: Value | undefined) => (value?.kind === "number" ? Number(value.text) * 2 : Number.POSITIVE_INFINITY);

/** Letters can become several in the other case: ŉ, İ. */
const rules: Record<TokenFilter, Rule> = {
  default: { args: ["any"], grown: (length, [other]) => Math.max(length, longest(other)) },
  upcase: { args: [], grown: (length) => length * 3 },
  downcase: { args: [], grown: (length) => length * 2 },
  capitalize: { args: [], grown: (length) => length * 2 + 3 },
  strip: { args: [], grown: (length) => length },
  truncate: {
    args: ["number", "any"],
    optional: true,
    grown: (length, [most, end]) => Math.min(length, limit(most)) + longest(end),
  },
  truncatewords: { args: ["number", "any"], optional: true, grown: (length, [, end]) => length + longest(end) },
  append: { args: ["any"], grown: (length, [other]) => length + longest(other) },
  prepend: { args: ["any"], grown: (length, [other]) => length + longest(other) },
  replace: {
    args: ["text", "any"],
    grown: (length, [found, other]) => length + Math.floor(length / longest(found)) * longest(other),
  },
  remove: { args: ["text"], grown: (length) => length },
};

/** What is accepted can always be filled in, at a cost that is known: it fails here or never. */
export function checkGrowth({ value, filters, begin }: TokenSource, text: string): void {
  const fail = (what: string): never => {
    throw new TokenFault(what, text, begin);
  };
  if (value.kind === "number") fail(`has an unknown token ${value.text}`);
  let length = longest(value);
  for (const filter of filters) {
    if (!fits(filter)) fail(`has a token with the filter ${filter.name}, which must have ${described(rules[filter.name])}`);
    length = rules[filter.name].grown(length, filter.args);
  }
  if (length > maxFilledLength) fail(`has a token that could become longer than ${maxFilledLength} characters`);
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
