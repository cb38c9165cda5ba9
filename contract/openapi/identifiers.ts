import type { JsonSchema } from "./schemas";

/** Where an identifier does not begin with what its parameter is called. */
const shorter: Record<string, string> = {
  account_log: "log",
  audience_session: "session",
  page_link: "link",
  subscription: "webhook",
};

/** How identifiers go on after their prefix. */
const rest = "_[0-9a-hjkmnp-tv-z]{26}$";

/** What a path parameter is that names a record of ours: never a fixed word of another path, such as `by_email`. */
export function identifierIn(name: string): JsonSchema {
  const kind = name.replace(/_id$/, "");
  const description = `Identifier of the ${kind.replaceAll("_", " ")}`;
  return { type: "string", pattern: `^${shorter[kind] ?? kind}${rest}`, description };
}

export function isIdentifier({ pattern }: JsonSchema): boolean {
  return pattern?.endsWith(rest) ?? false;
}
