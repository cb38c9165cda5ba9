import type { fieldSources, Scope } from "../../../../contract";
import type { Actor } from "../../../context";
import { hasOwnActions, pageDocument, parsedOverride } from "./document";
import type { BuildInput } from "./input";

interface EffectiveField {
  field: string;
  value: unknown;
  source: (typeof fieldSources)[number];
}

/**
 * What a version built now would show, and where each value comes from. Fields of a person or an account need the scope to read
 * persons or accounts.
 */
export function effectiveFields(input: BuildInput, { scopes }: Actor): EffectiveField[] {
  const { audience } = input;
  const may = (scope: Scope) => scopes.includes("*") || scopes.includes(scope);
  const document = pageDocument(input, audience);
  const override = parsedOverride(audience) ?? {};
  return [
    { field: "name", value: document.audience.name, source: nameSource(input) },
    ...fieldsOf("", document.page, (field) => (isOwn[field]?.(audience) ? "audience" : "page")),
    ...fieldsOf("metadata.", document.metadata, (field) => (field in override ? "audience" : "page")),
    { field: "topicOrder", value: input.page.topic_order, source: "page" },
    { field: "supplementaryContext", value: audience.supplementary_context, source: "audience" },
    { field: "isNewPageAgent", value: audience.is_new_page_agent === 1, source: "audience" },
    ...fieldsOf("person.", may("persons:read") ? document.person : null, () => "person"),
    ...fieldsOf("account.", may("accounts:read") ? document.account : null, () => "account"),
  ];
}

function fieldsOf(prefix: string, values: object | null, source: (field: string) => EffectiveField["source"]): EffectiveField[] {
  return Object.entries(values ?? {})
    .filter(([field]) => prefix !== "" || (field !== "name" && field !== "pageId"))
    .map(([field, value]) => ({ field: prefix + field, value, source: source(field) }));
}

function nameSource({ audience, person }: BuildInput): EffectiveField["source"] {
  return audience.custom_name === null && person ? "person" : "audience";
}

/** Fields of a page that an audience may override. */
const isOwn: Readonly<Record<string, (audience: BuildInput["audience"]) => boolean>> = {
  title: (audience) => Boolean(parsedOverride(audience)?.title),
  actions: hasOwnActions,
};
