import type { TokenFilter } from "../../../contract";
import type { Filter, Operand, ParsedToken } from "./parse-token";
import { TokenError } from "./token-error";

/** The longest value is an address of 2,048 characters, each of which can be two UTF-16 units. */
export const maxValueLength = 4_096;
/** One token, filled with the longest values possible. */
export const maxFilledLength = 100_000;
/** All tokens of a text, filled with the longest values possible. */
export const maxTotalFilledLength = 4_000_000;

interface Rule {
  /** `text` is a literal that is not empty. */
  args: readonly ("any" | "text" | "number")[];
  optional?: true;
  /** The longest output for an input and arguments of these lengths. */
  maxOutput(length: number, argLengths: readonly [number, number], args: readonly Operand[]): number;
}

/** The length of what `truncate` appends by default. */
const ellipsisLength = "...".length;
/** `truncate` counts characters, each of which can be two UTF-16 units. */
const truncatedLength = (operand: Operand | undefined) =>
  operand?.kind === "number" ? Number(operand.text) * 2 : Number.POSITIVE_INFINITY;

/** Changing case can lengthen a text: some letters, such as ŉ and İ, become several. */
const rules: Record<TokenFilter, Rule> = {
  default: { args: ["any"], maxOutput: (length, [other]) => Math.max(length, other) },
  upcase: { args: [], maxOutput: (length) => length * 3 },
  downcase: { args: [], maxOutput: (length) => length * 2 },
  capitalize: { args: [], maxOutput: (length) => length * 2 + 3 },
  strip: { args: [], maxOutput: (length) => length },
  truncate: {
    args: ["number", "any"],
    optional: true,
    maxOutput: (length, [, ellipsis], [limit]) => Math.min(length, truncatedLength(limit)) + ellipsis,
  },
  truncatewords: { args: ["number", "any"], optional: true, maxOutput: (length, [, ellipsis]) => length + ellipsis },
  append: { args: ["any"], maxOutput: (length, [other]) => length + other },
  prepend: { args: ["any"], maxOutput: (length, [other]) => length + other },
  replace: {
    args: ["text", "any"],
    maxOutput: (length, [searched, replacement]) => length + Math.floor(length / searched) * replacement,
  },
  remove: { args: ["text"], maxOutput: (length) => length },
};

/** Refuses a token that could fail or become too long with some values. Returns the length of its longest output. */
export function checkFilters({ value, filters, begin }: ParsedToken, text: string): number {
  const fail = (message: string): never => {
    throw new TokenError(message, text, begin);
  };
  if (value.kind === "number") fail(`has an unknown token ${value.text}`);
  let length = maxLengthOf(value);
  for (const filter of filters) {
    if (!fits(filter)) fail(`has a token with the filter ${filter.name}, which must have ${described(rules[filter.name])}`);
    length = maxOutput(length, filter, maxLengthOf);
  }
  if (length > maxFilledLength) fail(`has a token that could become longer than ${maxFilledLength} characters`);
  return length;
}

/** The number of characters that the filters of a token produce at most, for operands of these lengths. */
export function workOf({ value, filters }: ParsedToken, lengthOf: (operand: Operand) => number): number {
  let length = lengthOf(value);
  let work = 0;
  for (const filter of filters) {
    length = maxOutput(length, filter, lengthOf);
    work += length;
  }
  return work;
}

function maxOutput(length: number, { name, args }: Filter, lengthOf: (operand: Operand) => number): number {
  const [first, second] = args.map(lengthOf);
  return rules[name].maxOutput(length, [first ?? ellipsisLength, second ?? ellipsisLength], args);
}

function maxLengthOf(operand: Operand): number {
  return operand.kind === "name" ? maxValueLength : operand.text.length;
}

function fits({ name, args: operands }: Filter): boolean {
  const { args, optional } = rules[name];
  if (operands.length > args.length || (operands.length < args.length && !optional)) return false;
  return operands.every((operand, index) => {
    const wanted = args[index];
    return wanted === "any" || (operand.kind === wanted && operand.text !== "");
  });
}

function described({ args, optional }: Rule): string {
  const words = { any: "a text or a name", text: "a text that is not empty", number: "a whole number" };
  if (args.length === 0) return "nothing after it";
  return `${optional ? "at most " : ""}${args.map((arg) => words[arg]).join(", then ")}`;
}
