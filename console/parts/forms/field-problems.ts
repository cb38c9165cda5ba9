import type * as z from "zod";
import { FoyerError } from "../../../client";
import { explained } from "../../../contract";

/** What is wrong with a body, by the place of each field in it, for example `thanks.title`. */
export function problemsOf(schema: z.ZodType, body: unknown): Record<string, string> {
  const { error } = schema.safeParse(body);
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join("."), issueInWords(issue)]));
}

/** The same of what the server has found. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof FoyerError)) return {};
  const placeOf = (location: string) => location.replace(/^body\./, "").replace(/\[(\d+)\]/g, ".$1");
  return Object.fromEntries(error.errors.map(({ location, message }) => [placeOf(location), inWords(message)]));
}

/** A field that is missing, or empty where a text must be, is yet to be filled in. */
function issueInWords(issue: z.core.$ZodIssue): string {
  const isMissing = /expected (string|array|object), received (undefined|null)/.test(issue.message);
  const isEmpty = issue.code === "too_small" && issue.origin === "string" && issue.minimum === 1;
  return isMissing || isEmpty ? "Please fill this in" : inWords(explained(issue).message);
}

function inWords(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
