import type { LruCache } from "../../../caching/lru-cache";
import { memoize, memoizeWith } from "../../../caching/memoize";
import { contentHash, type PageDocument } from "../../../rendering";
import type { Reader } from "../../../storage/port";
import { documentAssets } from "../../assets";
import { findDocument, findParts } from "../../versions";
import { assetsNamedBy } from "./input";

/** The part of a document that all audiences of a page share. It is stored once for all of them. */
export type SharedPage = Pick<PageDocument, "page" | "brand" | "forms" | "metadata" | "assets" | "defaultLanguage">;

/** A document as it is stored: what is one audience's own, and the names of the parts that it shares with others. */
interface StoredDocument extends Pick<PageDocument, "audience" | "person" | "account" | "builtOn"> {
  format: 3;
  shared: { page: string; topics: string };
  /** In place of what the shared page has, where the audience has something else. */
  own: Partial<Pick<PageDocument["page"], "title" | "actions"> & Pick<PageDocument, "forms" | "metadata" | "topicIds">>;
}

interface SharedPart {
  hash: string;
  body: string;
  bytes: number;
}

interface Stored {
  document: string;
  /** The parts that the document refers to, by hash. */
  parts: Map<string, string>;
  /** All of it, the parts included. */
  bytes: number;
}

export function toStored({ page, forms, metadata, topics, topicIds, ...rest }: PageDocument, common: SharedPage): Stored {
  const { brand, assets, defaultLanguage } = common;
  const pagePart = partOfPage(common.page, brand, common.forms, common.metadata, assets, defaultLanguage);
  const topicsPart = partOfTopics(topics);
  const { audience, person, account, builtOn } = rest;
  const stored: StoredDocument = {
    format: 3,
    shared: { page: pagePart.hash, topics: topicsPart.hash },
    own: {
      ...(page.title !== common.page.title && { title: page.title }),
      ...(page.actions !== common.page.actions && { actions: page.actions }),
      ...(forms !== common.forms && { forms }),
      ...(metadata !== common.metadata && { metadata }),
      ...(topicIds.some((topicId, index) => topicId !== topics[index]?.topicId) && { topicIds }),
    },
    audience,
    person,
    account,
    ...(builtOn !== undefined && { builtOn }),
  };
  const document = JSON.stringify(stored);
  return {
    document,
    parts: new Map([pagePart, topicsPart].map(({ hash, body }) => [hash, body])),
    bytes: Buffer.byteLength(document) + pagePart.bytes + topicsPart.bytes,
  };
}

const partOfPage = memoizeWith(
  (
    page: SharedPage["page"],
    brand: SharedPage["brand"],
    forms: SharedPage["forms"],
    metadata: SharedPage["metadata"],
    assets: SharedPage["assets"],
    defaultLanguage: SharedPage["defaultLanguage"],
  ): SharedPart => toPart({ page, brand, forms, metadata, assets, defaultLanguage }),
);

const partOfTopics = memoize((topics: PageDocument["topics"]): SharedPart => toPart(topics));

function toPart(content: object): SharedPart {
  const body = JSON.stringify(content);
  return { hash: contentHash(body), body, bytes: Buffer.byteLength(body) };
}

export interface KeptDocument {
  document: PageDocument;
  contentHash: string;
  /** Undefined for a document from before there were shared parts. */
  common: SharedPage | undefined;
}

interface Wanted {
  /** False where nobody looks at the topics, which may be megabytes. */
  topics: boolean;
  /** Shared pages that are already parsed, by tenant and hash. */
  sharedPages?: LruCache<SharedPage>;
}

/** The document of a version, in whatever format it was stored; undefined when there is none any more. */
export async function readDocument(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId: string,
  wanted: Wanted = { topics: true },
): Promise<KeptDocument | undefined> {
  const row = await findDocument(db, tenantId, audienceId, versionId);
  return row && readStored(db, tenantId, row, wanted);
}

export async function readStored(
  db: Reader,
  tenantId: string,
  row: { document: string; content_hash: string },
  wanted: Wanted,
): Promise<KeptDocument | undefined> {
  const stored = JSON.parse(row.document) as StoredDocument | OldDocument;
  if (stored.format !== 3) return { document: fromOld(stored), contentHash: row.content_hash, common: undefined };
  const { page, topics } = stored.shared;
  const known = wanted.sharedPages?.find(`${tenantId} ${page}`);
  if (known && !wanted.topics) return { document: fromStored(stored, known, []), contentHash: row.content_hash, common: known };
  const parts = await findParts(db, tenantId, wanted.topics ? [page, topics] : [page]);
  const pagePart = parts.get(page);
  if (pagePart === undefined) return undefined;
  const common = JSON.parse(pagePart) as SharedPage;
  wanted.sharedPages?.keep(`${tenantId} ${page}`, common, pagePart.length);
  const allTopics = JSON.parse(parts.get(topics) ?? "[]") as PageDocument["topics"];
  // Documents from before assets were part of them.
  if (wanted.topics && !common.assets) {
    const named = assetsNamedBy([JSON.stringify(common.page.actionCardWidgets)], common.brand, allTopics);
    common.assets = await documentAssets(db, tenantId, named);
  }
  return { document: fromStored(stored, common, allTopics), contentHash: row.content_hash, common };
}

function fromStored({ own, ...stored }: StoredDocument, common: SharedPage, topics: PageDocument["topics"]): PageDocument {
  const { title = common.page.title, actions = common.page.actions } = own;
  return {
    page: { ...common.page, title, actions },
    brand: common.brand,
    ...(common.assets && { assets: common.assets }),
    ...(common.defaultLanguage !== undefined && { defaultLanguage: common.defaultLanguage }),
    forms: own.forms ?? common.forms,
    metadata: own.metadata === undefined ? common.metadata : own.metadata,
    audience: stored.audience,
    person: stored.person,
    account: stored.account,
    ...(stored.builtOn !== undefined && { builtOn: stored.builtOn }),
    topicIds: own.topicIds ?? topics.map(({ topicId }) => topicId),
    topics,
  };
}

/** Formats 1 and 2 have the whole page. Format 1 has neither brand, forms nor an order of topics. */
type OldDocument = Omit<PageDocument, SinceFormat2> & Partial<Pick<PageDocument, SinceFormat2>> & { format: 1 | 2 };
type SinceFormat2 = "brand" | "forms" | "topicIds";

function fromOld({ format: _, ...old }: OldDocument): PageDocument {
  const topicIds = old.topics.map(({ topicId }) => topicId);
  const audience = { ...old.audience, isPersonal: old.audience.isPersonal ?? old.person !== null };
  return { brand: null, forms: [], topicIds, ...old, audience };
}
