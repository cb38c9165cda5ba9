import type * as z from "zod";
import type { FieldProblem } from "../../contract";

const maxKeyLength = 64;

/** Returns the checked value, or undefined after adding every problem to `problems`. */
export function parseFields(schema: z.ZodObject, value: unknown, location: string, problems: FieldProblem[]): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) problems.push(...described(issue, value, location));
  return undefined;
}

function described(issue: z.core.$ZodIssue, input: unknown, root: string): FieldProblem[] {
  const location = issue.path.reduce<string>(
    (text, key) => text + (typeof key === "number" ? `[${key}]` : `.${shortened(String(key))}`),
    root,
  );
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      location: `${location}.${shortened(key)}`,
      code: "unknown_field",
      message: "is not a field",
    }));
  }
  const received = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
  if (issue.code !== "custom" && received === undefined) return [{ location, code: "required", message: "is required" }];
  return [{ location, ...explained(issue) }];
}

function explained(issue: z.core.$ZodIssue): Pick<FieldProblem, "code" | "message"> {
  const unit = (origin: string, bound: unknown) => {
    const noun = origin === "string" ? "character" : "item";
    return origin === "string" || origin === "array" ? ` ${noun}${bound === 1 ? "" : "s"}` : "";
  };
  switch (issue.code) {
    case "invalid_type":
      return { code: "wrong_type", message: `must be ${article(issue.expected)}` };
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? { code: "too_short", message: `must have at least ${issue.minimum}${unit(issue.origin, issue.minimum)}` }
        : { code: "too_small", message: `must be at least ${issue.minimum}` };
    case "too_big":
      return issue.origin === "string" || issue.origin === "array"
        ? { code: "too_long", message: `must have at most ${issue.maximum}${unit(issue.origin, issue.maximum)}` }
        : { code: "too_big", message: `must be at most ${issue.maximum}` };
    case "invalid_value":
      return { code: "not_allowed", message: `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}` };
    case "invalid_format":
      return { code: "bad_format", message: issue.message.startsWith("must") ? issue.message : `must match ${issue.pattern}` };
    case "custom":
      return { code: (issue.params?.code as string | undefined) ?? "bad_format", message: issue.message };
    default:
      return { code: "bad_format", message: issue.message };
  }
}

function article(type: string): string {
  const name = type === "int" ? "integer" : type === "record" ? "object" : type;
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

/** Keys come from the caller and are repeated in every problem, so they are cut. */
export function shortened(key: string): string {
  return key.length > maxKeyLength ? `${key.slice(0, maxKeyLength).toWellFormed()}…` : key;
}
