import { hash } from "node:crypto";
import type { Topic } from "../../../../contract";
import { memoize } from "../../../caching/memoize";
import type { Reading } from "../../../context";
import { turns } from "../../../event-loop/turns";
import { Problem } from "../../../records/problem";
import {
  type DocumentAction,
  type PageDocument,
  type RenderedPage,
  rendererVersion,
  renderPageInTurns,
} from "../../../rendering";
import { toAccountWithoutPersons } from "../../accounts";
import { computedName, effectiveMetadata } from "../../audiences";
import { type PageRow, storedPage } from "../../pages";
import { toPerson } from "../../persons";
import type { BuildOutput, VersionRow } from "../../versions";
import { dayInZone } from "./day-in-zone";
import { formOf, formsOf, opensForm } from "./forms";
import { type BuildInput, maxDocumentBytes } from "./input";
import { ranked } from "./rank";
import { type KeptDocument, type SharedPage, toStored } from "./stored-document";

/** What a document takes from its version. */
type VersionInput = Pick<VersionRow, "supplementary_context" | "is_new_page_agent" | "created_at">;

type BuildContext = Pick<Reading, "tenantId" | "site">;

/** A document never changes: later changes are in later versions. */
export async function buildDocument(ctx: BuildContext, input: BuildInput, version: VersionInput): Promise<BuildOutput> {
  if (input.topics === null) throw tooLarge();
  const turn = turns.next(ctx.tenantId);
  if (turn) await turn;
  const made = pageDocument(input, version);
  const stored = toStored(made, sharedPage(input));
  if (stored.bytes > maxDocumentBytes) throw tooLarge();
  const metadataOf = input.audience.metadata_override === null ? "page" : "audience";
  return buildOutput(made, stored, await renderPageInTurns(made, assetScope(ctx), "refuse", metadataOf));
}

/** The document without a person who is erased: all the rest stays as it was built. */
export async function withoutPerson(
  ctx: BuildContext,
  { document, common }: KeptDocument,
  audience: BuildInput["audience"],
): Promise<BuildOutput> {
  const names = { number: audience.number, person_name: null, account_label: null };
  const left: PageDocument = {
    ...document,
    audience: { ...document.audience, name: audience.custom_name ?? computedName(names) },
    person: null,
    account: document.account?.accountId === audience.account_id ? document.account : null,
  };
  // An older document is not split into shared parts, because some of it may be the audience's own.
  const stored = common ? toStored(left, common) : { document: JSON.stringify({ format: 2, ...left }), parts: [] };
  return buildOutput(left, stored, await renderDocument(ctx, left));
}

/** For a version whose page was rendered by an older renderer, or never. What makes the page too large is left out. */
export function renderDocument(ctx: BuildContext, document: PageDocument): Promise<RenderedPage> {
  return renderPageInTurns(document, assetScope(ctx), "leave out");
}

/** For changes that are not saved. Like a build, it refuses a page that is too large. */
export function renderInput(ctx: BuildContext, input: BuildInput, now: number): Promise<RenderedPage> {
  if (input.topics === null) throw tooLarge();
  return renderPageInTurns(pageDocument(input, { ...input.audience, created_at: now }), assetScope(ctx));
}

function tooLarge(): Problem {
  return new Problem("page_too_large", { detail: `The page with its topics is larger than ${maxDocumentBytes} bytes` });
}

function assetScope({ tenantId, site }: BuildContext) {
  return { tenantId, signer: site.signer };
}

export function buildOutput(
  made: PageDocument,
  { document, parts }: { document: string; parts: Iterable<[string, string]> },
  { html, sources, isIndexed, fragments }: RenderedPage,
): BuildOutput {
  return {
    document,
    content_hash: hash("sha256", document, "base64url"),
    person_id: made.person?.personId ?? null,
    html,
    sources,
    is_indexed: isIndexed ? 1 : 0,
    renderer: rendererVersion,
    parts: new Map([...parts, ...fragments]),
  };
}

type SharedInput = Omit<BuildInput, "audience" | "person" | "account">;

/** The page for nobody in particular. */
export function sharedDocument(input: SharedInput): PageDocument {
  const topics = input.topics ?? [];
  const audience = { audienceId: "", name: "", supplementaryContext: null, isNewPageAgent: false, isPersonal: false };
  return { ...sharedPage(input), audience, person: null, account: null, topics, topicIds: givenOrder(topics) };
}

/** What all audiences of a page share, with its forms and assets. */
function sharedPage({ page: row, brand, forms, assets, defaultLanguage }: SharedInput): SharedPage {
  const { page, metadata } = commonPage(row);
  return { page, brand, forms: formsOf(page.actions, forms), metadata, assets, defaultLanguage };
}

export function pageDocument(
  { audience, page: row, brand, forms, person, account, assets, defaultLanguage, timezone, ...input }: BuildInput,
  version: VersionInput,
): PageDocument {
  const topics = input.topics ?? [];
  const { page, metadata } = commonPage(row);
  const names = {
    number: audience.number,
    person_name: person?.name ?? null,
    account_label: account ? (account.name ?? account.domain) : null,
  };
  const shown = effectivePage(page, audience);
  return {
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
    topicIds: row.topic_order === "ranked" ? ranked(topics, page.pageContext, version.supplementary_context) : givenOrder(topics),
    topics,
    assets,
    defaultLanguage,
    builtOn: dayInZone(version.created_at, timezone),
  };
}

const givenOrder = memoize((topics: Topic[]) => topics.map(({ topicId }) => topicId));

/** What all audiences of a page share. */
const commonPage = memoize((row: PageRow) => {
  const page = storedPage(row);
  const shown: PageDocument["page"] = {
    pageId: page.pageId,
    name: page.name,
    title: page.title,
    pageContext: page.pageContext,
    pageType: page.pageType,
    brandId: page.brandId,
    headerActionId: page.headerActionId ?? null,
    actions: page.actions.map((action) => (opensForm(action) ? { ...action, formId: formOf(action) } : action)),
    actionCardWidgets: page.actionCardWidgets,
    footerLinks: page.footerLinks,
    scripts: page.scripts,
    language: row.language,
    socialImageAssetId: row.social_image_asset_id,
  };
  return { page: shown, metadata: effectiveMetadata(page.metadata, undefined) ?? null };
});

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
  const main = mainActionId(page);
  return page.actions.map((action) => {
    if (url !== null && action.actionId === main) return linked(action, url);
    if (!opensForm(action)) return action;
    return {
      ...action,
      ...(formId !== null && { formId }),
      ...(instructions !== null && { formInstructions: instructions }),
    };
  });
}

export function mainActionId({ headerActionId, actions }: PageDocument["page"]): string | undefined {
  return headerActionId ?? actions[0]?.actionId;
}

function linked({ formId, ...action }: DocumentAction, url: string): DocumentAction {
  return { ...action, url, ...(opensForm(action) && { actionType: "url" }) };
}

/** Parsed once for each row: it may have a megabyte. */
export const parsedOverride = memoize(({ metadata_override }: BuildInput["audience"]) =>
  metadata_override === null ? undefined : JSON.parse(metadata_override),
);
