import type { EmptyToken, fieldSources, Scope, Warning } from "../../../../contract";
import type { Actor, Reading, Site } from "../../../context";
import type { PageDocument } from "../../../rendering";
import { withCurrentImage } from "../../pages";
import { hasOwnActions, pageDocument, parsedOverride } from "./document";
import { emptyTokensOf } from "./empty-tokens";
import type { BuildInput } from "./input";
import { inputWarnings } from "./warnings";

interface EffectiveField {
  field: string;
  value: unknown;
  source: (typeof fieldSources)[number];
}

interface EffectiveView {
  fields: EffectiveField[];
  emptyTokens: EmptyToken[];
  warnings: Warning[];
}

/** What a version built now would show. What is of a person or an account needs the scope to read persons or accounts. */
export async function effectiveView({ tenantId, actor, site }: Caller, input: BuildInput): Promise<EffectiveView> {
  const may = (scope: Scope) => actor.scopes.includes("*") || actor.scopes.includes(scope);
  const document = pageDocument(input, input.audience);
  return {
    fields: effectiveFields(input, document, site, may),
    emptyTokens: await emptyTokensOf(document, tenantId, may),
    warnings: await inputWarnings(tenantId, input, document),
  };
}

type Caller = Pick<Reading, "tenantId" | "site"> & { actor: Actor };

/** Each value, and where it comes from. */
function effectiveFields(
  input: BuildInput,
  document: PageDocument,
  site: Site,
  may: (scope: Scope) => boolean,
): EffectiveField[] {
  const { audience } = input;
  const override = parsedOverride(audience) ?? {};
  return [
    { field: "name", value: document.audience.name, source: nameSource(input) },
    ...fieldsOf("", document.page, (field) => (isOwn[field]?.(audience) ? "audience" : "page")),
    ...fieldsOf("metadata.", document.metadata && withCurrentImage(document.metadata, site), (field) =>
      field in override ? "audience" : "page",
    ),
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
