import type * as z from "zod";
import { FoyerError } from "../../../client";

/** What is wrong with a body, by the place of each field in it, for example `thanks.title`. */
export function problemsOf(schema: z.ZodType, body: unknown): Record<string, string> {
  const { error } = schema.safeParse(body);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), inWords(message)]));
}

/** The same of what the server has found. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof FoyerError)) return {};
  const placeOf = (location: string) => location.replace(/^body\./, "").replace(/\[(\d+)\]/g, ".$1");
  return Object.fromEntries(error.errors.map(({ location, message }) => [placeOf(location), inWords(message)]));
}

/** The schema's own words for a missing field are about types. */
function inWords(message: string): string {
  if (/expected (string|array|object), received (undefined|null)/.test(message) || /expected string to have >=1/.test(message))
    return "Please fill this in";
  return message.charAt(0).toUpperCase() + message.slice(1);
}
