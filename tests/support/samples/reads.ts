import { type Operation, type OperationId, paramNames } from "../../../contract";
import type { ReadContext } from "../../../server/context";
import { handlers } from "../../../server/main";
import type { Reader } from "../../../server/storage/port";
import { nthId } from "../database/many-rows";
import { testSite } from "../service/site";
import { allOperations } from "./path-params";

export interface Read {
  /** The operation, and the filter if there is one. */
  title: string;
  isList: boolean;
  call(ctx: ReadContext, paging?: { cursor?: string; limit?: number }): Promise<unknown>;
}

/** Texts are searched for by an index of their own, which these rows are not in. */
const searched = new Set(["query"]);
const searchedLists = new Set<string>(["listTrashedAssets", "search"]);

/** They add up visits, and cost as much as the visits that they are asked for. */
const sums = new Set<string>(["getStats", "getPageStats", "getVersionBatchResults", "listVersionResults"]);

/** Read by its key alone, and not among the rows. */
const documents = new Set<string>(["getVersionDocument"]);

/** The records that `addManyRows` has made first: those that everything else belongs to. */
const params: Record<string, string> = {
  account_id: nthId("account", 1),
  account_log_id: nthId("log", 1),
  asset_id: nthId("asset", 1),
  audience_id: nthId("audience", 1),
  audience_session_id: nthId("session", 1),
  batch_id: nthId("batch", 1),
  brand_id: nthId("brand", 1),
  delivery_id: nthId("delivery", 1),
  domain_id: nthId("domain", 1),
  entry_id: nthId("entry", 1),
  event_id: nthId("event", 1),
  form_id: nthId("form", 1),
  key_id: nthId("key", 1),
  page_id: nthId("page", 1),
  page_link_id: nthId("link", 1),
  person_id: nthId("person", 1),
  submission_id: nthId("submission", 1),
  subscription_id: nthId("webhook", 1),
  topic_id: nthId("topic", 1),
  version_id: nthId("version", 1),
};

const recently = `+${Date.now() - 3_600_000}`;
const later = `+${Date.now() + 3_600_000_000}`;

/** For each filter a value that few rows have, and one that most have if there is such a value. */
const filters: Record<string, Record<string, readonly unknown[]>> = {
  listApiKeys: { active: [true, false] },
  listAccounts: { domain: ["d1.example"] },
  listAccountTimeline: { type: ["visit", "question", "form", "publish", "log"] },
  listAccountLogs: { source: ["crm", "mail"], type: ["deal", "opened"] },
  listAudiences: {
    status: ["draft", "published"],
    personId: [nthId("person", 1)],
    accountId: [nthId("account", 1)],
    externalId: ["e1"],
  },
  listAudienceSessions: {
    audienceId: [nthId("audience", 1)],
    accountId: [nthId("account", 1)],
    kind: ["scanner", "person"],
    from: [recently],
    to: [later],
    hasConversion: [true, false],
    hasFormSubmit: [true, false],
    isBounce: [true, false],
  },
  listTenantSessions: {
    pageId: [nthId("page", 1)],
    audienceId: [nthId("audience", 1)],
    personId: [nthId("person", 1)],
    accountId: [nthId("account", 1)],
    versionId: [nthId("version", 1)],
    kind: ["scanner", "person"],
    utmCampaign: ["rare", "often"],
    utmContent: ["rare", "often"],
    utmMedium: ["rare", "often"],
    utmSource: ["rare", "often"],
    utmTerm: ["rare", "often"],
    from: [recently],
    to: [later],
    active: [true, false],
    hasConversion: [true, false],
    hasFormSubmit: [true, false],
    isBounce: [true, false],
  },
  listEvents: {
    type: ["page.created", "person.created"],
    after: [0],
    subjectId: [nthId("person", 1)],
    from: [recently],
    to: [later],
  },
  listWebhookDeliveries: {
    state: ["failed", "succeeded", "pending"],
    eventType: ["page.created", "person.created"],
    from: [recently],
    to: [later],
  },
  listFormSubmissions: {
    pageId: [nthId("page", 1), nthId("page", 2)],
    audienceId: [nthId("audience", 1)],
    formId: [nthId("form", 1), nthId("form", 2)],
    personId: [nthId("person", 1)],
    accountId: [nthId("account", 1), nthId("account", 2)],
    from: [recently],
    to: [later],
  },
  listQuestionGroups: { pageId: [nthId("page", 1)], accountId: [nthId("account", 1)] },
  listQuestions: {
    pageId: [nthId("page", 1), nthId("page", 2)],
    audienceId: [nthId("audience", 1)],
    accountId: [nthId("account", 1), nthId("account", 2)],
    status: ["unanswered", "answered"],
    from: [recently],
    to: [later],
  },
  // Found by the search's own index.
  listAssets: { assetType: [] },
  listPageLinks: { audienceId: [nthId("audience", 1)], pageId: [nthId("page", 1)], tenantDomainId: [nthId("domain", 1)] },
  listPersons: { domain: ["d1.example"] },
  listTenantAudiences: {
    pageId: [nthId("page", 1)],
    personId: [nthId("person", 1)],
    accountId: [nthId("account", 1)],
  },
  listTopics: { entries: [true, false] },
  listPages: { status: ["draft", "published"], pageType: ["outbound", "inbound"] },
};

/** Every read of the contract, with each filter alone, for a database that `addManyRows` has filled. */
export function everyRead(): Read[] {
  return allOperations
    .filter(({ id, method }) => method === "GET" && !searchedLists.has(id) && !sums.has(id) && !documents.has(id))
    .flatMap((operation) => [{}, ...filtersOf(operation)].map((filter) => readOf(operation, filter)));
}

/** What adds up visits of versions: a slice of them at a time. */
export function versionSums(): Read[] {
  return allOperations
    .filter(({ id }) => id === "getVersionBatchResults" || id === "listVersionResults")
    .map((operation) => readOf(operation, {}));
}

function readOf({ id, path, query }: Operation, filter: Record<string, unknown>): Read {
  const chosen = Object.fromEntries(paramNames(path).map((name) => [name, known(params[name], `${id} ${name}`)]));
  const [entry] = Object.entries(filter);
  return {
    title: entry ? `${id} ${entry[0]}=${entry[1]}` : id,
    isList: query !== undefined && "cursor" in query.shape,
    call: (ctx, paging = {}) =>
      callHandler(id as OperationId, ctx, { params: chosen, query: { ...filter, ...paging }, body: {} }),
  };
}

/** Each filter of an operation alone. */
function filtersOf({ id, query }: Operation): Record<string, unknown>[] {
  const names = Object.keys(query?.shape ?? {}).filter((name) => !(name in pagingFields) && !searched.has(name));
  return names.flatMap((name) => known(filters[id]?.[name], `${id} ${name}`).map((value) => ({ [name]: value })));
}

/** The same as requests. Sums and searches are without filters. */
export function crowdedRequests(operation: Operation): { params: Record<string, string>; filter: Record<string, unknown> }[] {
  const { id, method, path } = operation;
  const names = paramNames(path);
  if (method !== "GET" || !names.every((name) => name in params)) return [];
  const chosen = Object.fromEntries(names.map((name) => [name, params[name] as string]));
  const filtered = searchedLists.has(id) || sums.has(id) ? [] : filtersOf(operation);
  return [{}, ...filtered].map((filter) => ({ params: chosen, filter }));
}

const pagingFields = { cursor: true, limit: true };

/** The one place where an operation known only at run time meets its handler. */
function callHandler(id: OperationId, ctx: ReadContext, input: object): Promise<unknown> {
  return (handlers[id] as (ctx: ReadContext, input: never) => Promise<unknown>)(ctx, input as never);
}

function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`No value is known for ${what}: teach tests/support/samples/reads.ts`);
  return value;
}

export function readingFrom(db: Reader, tenantId: string): ReadContext {
  return {
    db,
    tenantId,
    now: Date.now(),
    site: testSite,
    actor: { keyId: nthId("key", 1), scopes: ["*"], expiresAt: null },
  };
}
