import { type EmptyToken, maxEmptyTokens, type Scope, type TokenName, tokenNames } from "../../../../contract";
import type { Actor } from "../../../context";
import { type TokenValues, tokenValues } from "../../../rendering/tokens";
import { pageDocument } from "./document";
import type { BuildInput } from "./input";

const tokens = /\{\{-?\s*(\w+\.\w+)([^}]*)\}\}/g;
/** No visitor sees these. */
const unseen = new Set(["pageContext", "purpose", "scripts"]);
const idFields = ["topicEntryId", "topicId", "actionId", "formId"];

/** Tokens without a value in a version built now. Tokens of a person or an account need the scope to read persons or accounts. */
export function inputEmptyTokens(input: BuildInput, { scopes }: Actor): EmptyToken[] {
  const { page, metadata, forms, topics, ...known } = pageDocument(input, input.audience);
  const values = tokenValues({ page, ...known });
  const may = (scope: Scope) => scopes.includes("*") || scopes.includes(scope);
  const isHidden = (name: string) =>
    (name.startsWith("person.") && !may("persons:read")) || (name.startsWith("account.") && !may("accounts:read"));
  const found = new Map<string, EmptyToken>();
  for (const { text, location, subjectId } of textsIn({ ...page, metadata, forms, topics }, "", null)) {
    for (const [, name = "", rest = ""] of text.matchAll(tokens)) {
      if (!isTokenName(name) || isHidden(name) || !isEmpty(name, values)) continue;
      const token = { token: name, location, hasDefault: /\|\s*default\b/.test(rest), subjectId };
      found.set(Object.values(token).join(), token);
      if (found.size === maxEmptyTokens) return [...found.values()];
    }
  }
  return [...found.values()];
}

interface LocatedText {
  text: string;
  location: string;
  subjectId: string | null;
}

function* textsIn(value: unknown, location: string, subjectId: string | null): Generator<LocatedText> {
  if (typeof value === "string") {
    if (value.includes("{{")) yield { text: value, location, subjectId };
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const record = value as Record<string, unknown>;
  const ownId = idFields.map((field) => record[field]).find((id) => typeof id === "string") ?? subjectId;
  for (const [field, inner] of Object.entries(record)) {
    if (unseen.has(field)) continue;
    const step = Array.isArray(value) ? `[${field}]` : location === "" ? field : `.${field}`;
    yield* textsIn(inner, location + step, ownId as string | null);
  }
}

function isTokenName(name: string): name is TokenName {
  return Object.hasOwn(tokenNames, name);
}

function isEmpty(name: TokenName, values: TokenValues): boolean {
  const [group, field] = name.split(".") as [keyof TokenValues, string];
  return !(values[group] as Record<string, string | null>)[field];
}
