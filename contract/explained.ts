import type * as z from "zod";

/** What a schema has against a value, in the words of the API. */
export function explained(issue: z.core.$ZodIssue): { code: string; message: string } {
  const counted = (count: number | bigint, origin: string) =>
    `${count} ${origin === "string" ? "character" : "item"}${count === 1 ? "" : "s"}`;
  switch (issue.code) {
    case "invalid_type":
      return { code: "wrong_type", message: `must be ${article(issue.expected)}` };
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? { code: "too_short", message: `must have at least ${counted(issue.minimum, issue.origin)}` }
        : { code: "too_small", message: `must be at least ${issue.minimum}` };
    case "too_big":
      return issue.origin === "string" || issue.origin === "array"
        ? { code: "too_long", message: `must have at most ${counted(issue.maximum, issue.origin)}` }
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
