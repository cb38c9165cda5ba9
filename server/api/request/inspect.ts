import type { FieldProblem } from "../../../contract";
import { shortened } from "../../validation/parse-fields";

const maxDepth = 64;
export const maxProblems = 100;

/**
 * What no field may hold, whatever its schema says: text that can't be stored and given back unchanged, numbers
 * that lose digits, keys that reach into prototypes, nesting without end.
 */
export function inspect(value: unknown, location: string, problems: FieldProblem[], depth = 0): void {
  if (problems.length >= maxProblems) return;
  if (typeof value === "string") inspectText(value, location, problems);
  if (typeof value === "number") inspectNumber(value, location, problems);
  if (typeof value !== "object" || value === null) return;
  if (depth >= maxDepth) {
    problems.push({ location, code: "too_deep", message: `must not be nested deeper than ${maxDepth} levels` });
    return;
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) inspect(value[index], `${location}[${index}]`, problems, depth + 1);
    return;
  }
  for (const key in value) inspectMember(value as Record<string, unknown>, key, location, problems, depth);
}

function inspectMember(
  value: Record<string, unknown>,
  key: string,
  location: string,
  problems: FieldProblem[],
  depth: number,
): void {
  if (key === "__proto__") {
    problems.push({ location: `${location}.${key}`, code: "unknown_field", message: "is not a field" });
    return;
  }
  inspectText(key, location, problems);
  inspect(value[key], `${location}.${shortened(key)}`, problems, depth + 1);
}

function inspectText(value: string, location: string, problems: FieldProblem[]): void {
  if (value.includes("\u0000")) {
    problems.push({ location, code: "bad_text", message: "must not contain the NUL character" });
  } else if (!value.isWellFormed()) {
    problems.push({ location, code: "bad_text", message: "must be well-formed Unicode, without lone surrogates" });
  }
}

function inspectNumber(value: number, location: string, problems: FieldProblem[]): void {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    problems.push({ location, code: "inexact_number", message: "is too large to be kept exactly; send it as a string" });
  }
}
