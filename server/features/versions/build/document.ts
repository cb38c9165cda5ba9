import { hash } from "node:crypto";
import type { Account, Metadata, Page, Person, Topic } from "../../../../contract";
import { Problem } from "../../../problem";
import { toAccountWithoutPersons } from "../../accounts";
import { computedName, effectiveMetadata } from "../../audiences";
import { type PageRow, toPage } from "../../pages";
import { toPerson } from "../../persons";
import type { Document, VersionRow } from "../queries";
import type { Subject } from "./subject";

/** A page with all its topics; visitors' phones would not thank us for more. */
export const maxDocumentBytes = 4 * 1_048_576;

/** The page as one audience sees it, all overrides applied. What is shown to visitors will be rendered from it, and kept in it. */
export interface PageDocument {
  format: 1;
  page: Pick<
    Page,
    "pageId" | "name" | "title" | "pageContext" | "pageType" | "brandId" | "actionCardWidgets" | "footerLinks" | "scripts"
  > & { headerActionId: string | null; actions: DocumentAction[] };
  metadata: Metadata | null;
  audience: { audienceId: string; name: string; supplementaryContext: string | null; isNewPageAgent: boolean };
  person: Person | null;
  account: Omit<Account, "linkedPersons"> | null;
  topics: Topic[];
}

type DocumentAction = Page["actions"][number] & {
  /** What an action of type `form` opens, when the audience has one of its own. */
  formId?: string;
  formInstructions?: string;
};

/** Once made it never changes: what changes later is seen by later versions. */
export function buildDocument(
  subject: Subject,
  version: Pick<VersionRow, "supplementary_context" | "is_new_page_agent">,
): Document {
  const { format, page, topics, ...own } = pageDocument(subject, version);
  const document = `{"format":${format},"page":${textOf(page)},${JSON.stringify(own).slice(1, -1)},"topics":${textOf(topics)}}`;
  if (Buffer.byteLength(document) > maxDocumentBytes) {
    throw new Problem("page_too_large", { detail: `The page with its topics is larger than ${maxDocumentBytes} bytes` });
  }
  return hashed(document, subject.person?.person_id ?? null);
}

/** For a person who is erased: all the rest stays as it was built. */
export function withoutPerson(document: string, audience: Subject["audience"]): Document {
  const [before, own, after] = partsOf(document, audience.audience_id);
  const account = own.account?.accountId === audience.account_id ? own.account : null;
  const names = { number: audience.number, person_name: null, account_label: null };
  const name = audience.custom_name ?? computedName(names);
  const left = JSON.stringify({ audience: { ...own.audience, name }, person: null, account } satisfies OwnPart);
  return hashed(`${before}${left.slice(1, -1)}${after}`, null);
}

type OwnPart = Pick<PageDocument, "audience" | "person" | "account">;

/** What is the audience's own, between what may be long and is not read: within a text, a quote would be escaped. */
function partsOf(document: string, audienceId: string): [before: string, own: OwnPart, after: string] {
  const start = document.indexOf(`"audience":{"audienceId":"${audienceId}"`);
  const end = document.indexOf(',"topics":[', start);
  return [document.slice(0, start), JSON.parse(`{${document.slice(start, end)}}`), document.slice(end)];
}

function hashed(document: string, person_id: string | null): Document {
  return { document, content_hash: hash("sha256", document, "base64url"), person_id };
}

export function pageDocument(
  { audience, page: row, topics, person, account }: Subject,
  version: Pick<VersionRow, "supplementary_context" | "is_new_page_agent">,
): PageDocument {
  const { page, metadata } = commonParts(row);
  const names = {
    number: audience.number,
    person_name: person?.name ?? null,
    account_label: account ? (account.name ?? account.domain) : null,
  };
  return {
    format: 1,
    page: effectivePage(page, audience),
    metadata: effectiveMetadata(metadata, parsedOverride(audience)) ?? null,
    audience: {
      audienceId: audience.audience_id,
      name: audience.custom_name ?? computedName(names),
      supplementaryContext: version.supplementary_context,
      isNewPageAgent: version.is_new_page_agent === 1,
    },
    person: person && toPerson(person),
    account: account && toAccountWithoutPersons(account),
    topics,
  };
}

/** What a page is to all its audiences. */
const commonParts = once((row: PageRow) => {
  const page = toPage(row);
  const shown: PageDocument["page"] = {
    pageId: page.pageId,
    name: page.name,
    title: page.title,
    pageContext: page.pageContext,
    pageType: page.pageType,
    brandId: page.brandId,
    headerActionId: page.headerActionId ?? null,
    actions: page.actions,
    actionCardWidgets: page.actionCardWidgets,
    footerLinks: page.footerLinks,
    scripts: page.scripts,
  };
  return { page: shown, metadata: page.metadata };
});

const textOf = once((part: object) => JSON.stringify(part));

/** Audiences of a page are built together and share these objects: what is made of one is made once. */
function once<Shared extends object, Made extends {}>(make: (shared: Shared) => Made): (shared: Shared) => Made {
  const known = new WeakMap<Shared, Made>();
  return (shared) => {
    const before = known.get(shared);
    if (before !== undefined) return before;
    const made = make(shared);
    known.set(shared, made);
    return made;
  };
}

/** The address goes to the main action, which is the header's or else the first; a form to every action that opens one. */
function effectivePage(page: PageDocument["page"], audience: Subject["audience"]): PageDocument["page"] {
  const { action_url_override: url, action_form_id_override: formId, action_form_instructions_override: instructions } = audience;
  if (url === null && formId === null && instructions === null) return page;
  const main = page.headerActionId ?? page.actions[0]?.actionId;
  const actions = page.actions.map((action) => ({
    ...action,
    ...(url !== null && action.actionId === main && { url }),
    ...(formId !== null && action.actionType === "form" && { formId }),
    ...(instructions !== null && action.actionType === "form" && { formInstructions: instructions }),
  }));
  return { ...page, actions };
}

export function parsedOverride({ metadata_override }: Subject["audience"]) {
  return metadata_override === null ? undefined : JSON.parse(metadata_override);
}
