import type * as z from "zod";
import { explained, type FieldProblem } from "../../contract";
import { notAField } from "./known-fields";

const maxKeyLength = 64;

/** Returns the checked value, or undefined after adding every problem to `problems`. */
export function parseFields(schema: z.ZodObject, value: unknown, location: string, problems: FieldProblem[]): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const found = result.error.issues.flatMap((issue) => described(issue, schema, value, location));
  const ofWrongType = new Set(found.filter(isWrongType).map((problem) => problem.location));
  // A list in place of a text would be told that it has too few items, too.
  problems.push(...found.filter((problem) => isWrongType(problem) || !ofWrongType.has(problem.location)));
  return undefined;
}

function isWrongType({ code }: FieldProblem): boolean {
  return code === "wrong_type";
}

function described(issue: z.core.$ZodIssue, schema: z.ZodObject, input: unknown, root: string): FieldProblem[] {
  const location = issue.path.reduce<string>(
    (text, key) => text + (typeof key === "number" ? `[${key}]` : `.${shortened(String(key))}`),
    root,
  );
  if (issue.code === "unrecognized_keys") {
    const message = notAField(schema, issue.path);
    return issue.keys.map((key) => ({ location: `${location}.${shortened(key)}`, code: "unknown_field", message }));
  }
  const received = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
  if (issue.code !== "custom" && received === undefined) return [{ location, code: "required", message: "is required" }];
  return [{ location, ...explained(issue) }];
}

/** Keys come from the caller and are repeated in every problem, so they are cut. */
export function shortened(key: string): string {
  return key.length > maxKeyLength ? `${key.slice(0, maxKeyLength).toWellFormed()}…` : key;
}
