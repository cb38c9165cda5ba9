import { type EmptyToken, maxEmptyTokens, type Scope, type TokenName, tokenNames } from "../../../../contract";
import { turns } from "../../../event-loop/turns";
import type { PageDocument } from "../../../rendering";
import { type TokenValues, tokenValues } from "../../../rendering/tokens";

const tokens = /\{\{-?\s*(\w+\.\w+)([^}]*)\}\}/g;
/** No visitor sees these. */
const unseen = new Set(["pageContext", "purpose", "scripts"]);
const idFields = ["topicEntryId", "topicId", "actionId", "formId"];

/** Tokens without a value. Those of a person or an account need the scope to read persons or accounts. */
export async function emptyTokensOf(
  { page, metadata, forms, topics, ...known }: PageDocument,
  tenantId: string,
  may: (scope: Scope) => boolean,
): Promise<EmptyToken[]> {
  const values = tokenValues({ page, ...known });
  const isHidden = (name: string) =>
    (name.startsWith("person.") && !may("persons:read")) || (name.startsWith("account.") && !may("accounts:read"));
  const found = new Map<string, EmptyToken>();
  const left: Located[] = [{ value: { ...page, metadata, forms, topics }, location: "", subjectId: null }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, location, subjectId } = next;
    if (typeof value !== "string") {
      const turn = turns.next(tenantId);
      if (turn) await turn;
      left.push(...partsOf(next).reverse());
    } else if (value.includes("{{")) {
      for (const [, name = "", rest = ""] of value.matchAll(tokens)) {
        if (!isTokenName(name) || isHidden(name) || !isEmpty(name, values)) continue;
        const token = { token: name, location, hasDefault: /\|\s*default\b/.test(rest), subjectId };
        found.set(Object.values(token).join(), token);
        if (found.size === maxEmptyTokens) return [...found.values()];
      }
    }
  }
  return [...found.values()];
}

interface Located {
  value: unknown;
  location: string;
  subjectId: string | null;
}

function partsOf({ value, location, subjectId }: Located): Located[] {
  if (typeof value !== "object" || value === null) return [];
  const record = value as Record<string, unknown>;
  const ownId = idFields.map((field) => record[field]).find((id) => typeof id === "string") ?? subjectId;
  const stepTo = (field: string) => (Array.isArray(value) ? `[${field}]` : location === "" ? field : `.${field}`);
  return Object.keys(record)
    .filter((field) => !unseen.has(field) && mayHaveText(record[field]))
    .map((field) => ({ value: record[field], location: location + stepTo(field), subjectId: ownId as string | null }));
}

function mayHaveText(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

function isTokenName(name: string): name is TokenName {
  return Object.hasOwn(tokenNames, name);
}

function isEmpty(name: TokenName, values: TokenValues): boolean {
  const [group, field] = name.split(".") as [keyof TokenValues, string];
  return !(values[group] as Record<string, string | null>)[field];
}
