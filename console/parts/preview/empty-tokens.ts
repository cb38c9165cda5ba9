import { type TokenName, tokenNames } from "../../../contract";

export interface EffectiveField {
  field: string;
  value?: unknown;
  source: "page" | "audience" | "person" | "account";
}

export interface EmptyToken {
  name: TokenName;
  /** The text that has the token. */
  field: string;
  /** Whether a default stands in for it. */
  hasDefault: boolean;
}

const tokens = /\{\{-?\s*(\w+\.\w+)([^}]*)\}\}/g;

/** Tokens in the texts of a page that have no value for this audience, each once. */
export function emptyTokens(fields: readonly EffectiveField[]): EmptyToken[] {
  const values = new Map(fields.map(({ field, value }) => [field, value]));
  const found = fields.flatMap(({ field, value }) => {
    const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
    return [...text.matchAll(tokens)].flatMap(([, name, rest]) => {
      if (!isTokenName(name) || !isEmpty(name, values)) return [];
      return [{ name, field, hasDefault: /\|\s*default\b/.test(rest ?? "") }];
    });
  });
  return [...new Map(found.map((token) => [Object.values(token).join(), token])).values()];
}

function isTokenName(name: string | undefined): name is TokenName {
  return name !== undefined && name in tokenNames;
}

function isEmpty(name: TokenName, values: ReadonlyMap<string, unknown>): boolean {
  if (name === "page.name" || name === "audience.name") return false;
  if (name === "page.title") return !values.get("title");
  const fullName = String(values.get("person.name") ?? "").trim();
  if (name === "person.firstName") return fullName === "";
  if (name === "person.lastName") return !fullName.includes(" ");
  return !values.get(name);
}
