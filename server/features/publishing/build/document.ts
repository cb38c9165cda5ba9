import { hash } from "node:crypto";
import { memoize } from "../../../caching/memoize";
import type { Reading } from "../../../context";
import { Problem } from "../../../records/problem";
import { type DocumentAction, type PageDocument, type RenderedPage, renderPage } from "../../../rendering";
import { toAccountWithoutPersons } from "../../accounts";
import { computedName, effectiveMetadata } from "../../audiences";
import { type PageRow, toPage } from "../../pages";
import { toPerson } from "../../persons";
import type { BuildOutput, VersionRow } from "../../versions";
import { formOf, formsOf } from "./forms";
import type { BuildInput } from "./input";
import { ranked } from "./rank";

/** More would be too much for a phone. */
export const maxDocumentBytes = 4 * 1_048_576;

type RenderContext = Pick<Reading, "tenantId" | "site">;

/** A document never changes: later changes are in later versions. */
export function buildDocument(
  ctx: RenderContext,
  input: BuildInput,
  version: Pick<VersionRow, "supplementary_context" | "is_new_page_agent">,
): BuildOutput {
  const made = pageDocument(input, version);
  const { format, page, brand, forms, topics, ...own } = made;
  const shared = `"format":${format},"page":${textOf(page)},"brand":${brand && textOf(brand)},"forms":${textOf(forms)}`;
  const document = `{${shared},${JSON.stringify(own).slice(1, -1)},"topics":${textOf(topics)}}`;
  if (Buffer.byteLength(document) > maxDocumentBytes) {
    throw new Problem("page_too_large", { detail: `The page with its topics is larger than ${maxDocumentBytes} bytes` });
  }
  const metadataOf = input.audience.metadata_override === null ? "page" : "audience";
  return buildOutput(made, document, renderPage(made, renderOptions(ctx), "refuse", metadataOf));
}

/** Rebuilds a document without an erased person. Everything else stays as it was built. */
export function withoutPerson(ctx: RenderContext, document: string, audience: BuildInput["audience"]): BuildOutput {
  const before = readDocument(document);
  const names = { number: audience.number, person_name: null, account_label: null };
  const left: PageDocument = {
    ...before,
    audience: { ...before.audience, name: audience.custom_name ?? computedName(names) },
    person: null,
    account: before.account?.accountId === audience.account_id ? before.account : null,
  };
  return buildOutput(left, JSON.stringify(left), renderPage(left, renderOptions(ctx), "leave out"));
}

/** For versions that were built before pages were stored in rendered form. */
export function renderDocument(ctx: RenderContext, document: string): RenderedPage {
  return renderPage(readDocument(document), renderOptions(ctx), "leave out");
}

function renderOptions({ tenantId, site }: RenderContext) {
  return { tenantId, signer: site.signer };
}

/** Reads every format; fields that an older format lacks are empty. */
export function readDocument(text: string): PageDocument {
  const stored = JSON.parse(text) as Pick<PageDocument, AlwaysStored> & Partial<PageDocument>;
  const topicIds = stored.topics.map(({ topicId }) => topicId);
  const audience = { ...stored.audience, isPersonal: stored.audience.isPersonal ?? stored.person !== null };
  return { brand: null, forms: [], topicIds, ...stored, format: 2, audience };
}

type AlwaysStored = "page" | "metadata" | "audience" | "person" | "account" | "topics";

function buildOutput(made: PageDocument, document: string, { isIndexed, ...rendered }: RenderedPage): BuildOutput {
  return {
    ...rendered,
    document,
    content_hash: hash("sha256", document, "base64url"),
    person_id: made.person?.personId ?? null,
    is_indexed: isIndexed ? 1 : 0,
  };
}

export function pageDocument(
  { audience, page: row, brand, forms, topics, person, account }: BuildInput,
  version: Pick<VersionRow, "supplementary_context" | "is_new_page_agent">,
): PageDocument {
  const { page, metadata } = sharedPage(row);
  const names = {
    number: audience.number,
    person_name: person?.name ?? null,
    account_label: account ? (account.name ?? account.domain) : null,
  };
  const shown = effectivePage(page, audience);
  return {
    format: 2,
    page: shown,
    brand,
    forms: formsOf(shown.actions, forms),
    metadata:
      audience.metadata_override === null
        ? metadata
        : (effectiveMetadata(metadata ?? undefined, parsedOverride(audience)) ?? null),
    audience: {
      audienceId: audience.audience_id,
      name: audience.custom_name ?? computedName(names),
      supplementaryContext: version.supplementary_context,
      isNewPageAgent: version.is_new_page_agent === 1,
      isPersonal: person !== null,
    },
    person: person && toPerson(person),
    account: account && toAccountWithoutPersons(account),
    topicIds: ranked(topics, page.pageContext, version.supplementary_context),
    topics,
  };
}

/** What all audiences of a page share. */
const sharedPage = memoize((row: PageRow) => {
  const page = toPage(row);
  const shown: PageDocument["page"] = {
    pageId: page.pageId,
    name: page.name,
    title: page.title,
    pageContext: page.pageContext,
    pageType: page.pageType,
    brandId: page.brandId,
    headerActionId: page.headerActionId ?? null,
    actions: page.actions.map((action) => (action.actionType === "form" ? { ...action, formId: formOf(action) } : action)),
    actionCardWidgets: page.actionCardWidgets,
    footerLinks: page.footerLinks,
    scripts: page.scripts,
  };
  return { page: shown, metadata: effectiveMetadata(page.metadata, undefined) ?? null };
});

const textOf = memoize((value: object) => JSON.stringify(value));

function effectivePage(page: PageDocument["page"], audience: BuildInput["audience"]): PageDocument["page"] {
  const title: string = parsedOverride(audience)?.title || page.title;
  const actions = hasOwnActions(audience) ? ownActions(page, audience) : page.actions;
  return title === page.title && actions === page.actions ? page : { ...page, title, actions };
}

export function hasOwnActions(audience: BuildInput["audience"]): boolean {
  const { action_url_override, action_form_id_override, action_form_instructions_override } = audience;
  return action_url_override !== null || action_form_id_override !== null || action_form_instructions_override !== null;
}

/**
 * An overridden address replaces what the main action does: the header's action, or else the first. An overridden form applies
 * to every action that opens one.
 */
function ownActions(page: PageDocument["page"], audience: BuildInput["audience"]): DocumentAction[] {
  const { action_url_override: url, action_form_id_override: formId, action_form_instructions_override: instructions } = audience;
  const main = page.headerActionId ?? page.actions[0]?.actionId;
  return page.actions.map((action) => {
    if (url !== null && action.actionId === main) return linked(action, url);
    if (action.actionType !== "form") return action;
    return {
      ...action,
      ...(formId !== null && { formId }),
      ...(instructions !== null && { formInstructions: instructions }),
    };
  });
}

function linked({ formId, ...action }: DocumentAction, url: string): DocumentAction {
  return { ...action, url, ...(action.actionType === "form" && { actionType: "url" }) };
}

export function parsedOverride({ metadata_override }: BuildInput["audience"]) {
  return metadata_override === null ? undefined : JSON.parse(metadata_override);
}
