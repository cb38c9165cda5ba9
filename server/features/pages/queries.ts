import { type Page, toOptionalTimestamp, toTimestamp } from "../../../contract";
import { pageStatuses, pageTypes, type TopicOrder } from "../../../contract/pages/pages";
import type { Reading, Site, Writing } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import { indexRecords } from "../../search/records";
import { searchedRows } from "../../search/search";
import { queryWords, searchableText } from "../../search/text";
import { columns, integer, optionalInteger, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import { addToCounter, addToCounters, readCounters } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, type Value } from "../../storage/sql";
import { audiencesOfPage } from "./audience-counts";
import { withCurrentImage } from "./social-image";

const pageColumns = columns({
  page_id: text,
  name: text,
  title: text,
  page_context: text,
  page_type: textOf<Page["pageType"]>(),
  status: textOf<Page["status"]>(),
  /** Set while the page is archived. */
  status_before_archive: textOf<Page["status"] | null>(),
  brand_id: text,
  /** JSON, as are the next three. */
  actions: text,
  action_card_widgets: text,
  footer_links: text,
  scripts: text,
  header_action_id: optionalText,
  /** JSON. */
  metadata: optionalText,
  language: optionalText,
  topic_order: textOf<TopicOrder>(),
  social_image_asset_id: optionalText,
  /** The last number given to an audience without a person. */
  numbered_audiences: integer,
  created_at: integer,
  updated_at: integer,
  content_changed_at: integer,
  archived_at: optionalInteger,
  deleted_at: optionalInteger,
});
const changeableColumns = pageColumns.without("page_id", "numbered_audiences", "created_at", "deleted_at");

export interface PageRow extends RowOf<typeof pageColumns> {
  /** Read from a counter. */
  audiences_count: number;
}

const selected = sql`${pageColumns.names},
  ${audiencesOfPage} AS audiences_count`;

/** As answers show it. */
export function toPage(row: PageRow, site: Pick<Site, "pagesUrl">): Page {
  const page = storedPage(row);
  return page.metadata ? { ...page, metadata: withCurrentImage(page.metadata, site) } : page;
}

export function storedPage(row: PageRow): Page {
  return {
    pageId: row.page_id,
    name: row.name,
    title: row.title,
    pageContext: row.page_context,
    pageType: row.page_type,
    status: row.status,
    brandId: row.brand_id,
    actions: JSON.parse(row.actions),
    actionCardWidgets: JSON.parse(row.action_card_widgets),
    footerLinks: JSON.parse(row.footer_links),
    scripts: JSON.parse(row.scripts),
    ...(row.header_action_id !== null && { headerActionId: row.header_action_id }),
    ...(row.metadata !== null && { metadata: JSON.parse(row.metadata) }),
    audiencesCount: row.audiences_count,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    archivedAt: toOptionalTimestamp(row.archived_at),
    deletedAt: toOptionalTimestamp(row.deleted_at),
  };
}

export function findPage(db: Reader, tenantId: string, pageId: string): Promise<PageRow | undefined> {
  return db.first(onePage(tenantId, pageId, nothing));
}

export async function pageExists(db: Reader, tenantId: string, pageId: string): Promise<boolean> {
  const found = await db.first(sql`SELECT 1 AS found FROM pages WHERE tenant_id = ${tenantId} AND page_id = ${pageId}`);
  return found !== undefined;
}

/** Locks the row until the end of the transaction. */
export function findPageToChange(ctx: Writing, pageId: string): Promise<PageRow | undefined> {
  return ctx.db.first(onePage(ctx.tenantId, pageId, ctx.dialect.forUpdate));
}

export function lockPage(ctx: Writing, { params }: { params: { page_id: string } }): Promise<unknown> {
  return findPageToChange(ctx, params.page_id);
}

/** Keeps the page from being changed until the end of the transaction; others can share the lock. */
export function findPageToShare(ctx: Writing, pageId: string): Promise<PageRow | undefined> {
  return ctx.db.first(onePage(ctx.tenantId, pageId, ctx.dialect.forShare));
}

function onePage(tenantId: string, pageId: string, lock: Sql): Sql {
  return sql`SELECT ${selected} FROM pages WHERE tenant_id = ${tenantId} AND page_id = ${pageId} ${lock}`;
}

export async function insertPage(ctx: Writing, row: PageRow): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO pages (tenant_id, ${pageColumns.names})
    VALUES (${ctx.tenantId}, ${pageColumns.values(row)})`);
  await indexPage(ctx, row);
  await addToCounter(ctx.db, ctx.dialect, ctx.tenantId, pagesLike(row.status, row.page_type), 1);
}

export async function updatePageRow(ctx: Writing, row: PageRow, before: PageRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE pages SET ${changeableColumns.assignments(row)}
    WHERE tenant_id = ${ctx.tenantId} AND page_id = ${row.page_id}`);
  const [from, to] = [pagesLike(before.status, before.page_type), pagesLike(row.status, row.page_type)];
  if (from !== to) {
    const changes = new Map([
      [from, -1],
      [to, 1],
    ]);
    await addToCounters(ctx.db, ctx.dialect, ctx.tenantId, changes);
  }
  await Promise.all([indexPage(ctx, row), pagesChanged(ctx, [row.page_id])]);
}

/** The counter of pages with this status and type. */
function pagesLike(status: Page["status"], pageType: Page["pageType"]): string {
  return `pages ${status} ${pageType}`;
}

export function pageCount(db: Reader, tenantId: string, { status, pageType }: PageFilter): Promise<number> {
  const ofStatus = status === undefined ? pageStatuses.options : [status];
  const ofType = pageType === undefined ? pageTypes.options : [pageType];
  return readCounters(
    db,
    tenantId,
    ofStatus.flatMap((one) => ofType.map((type) => pagesLike(one, type))),
  );
}

export interface PageFilter {
  status?: Page["status"] | undefined;
  pageType?: Page["pageType"] | undefined;
}

export function pageFilter(tenantId: string, { status, pageType }: PageFilter): Sql {
  const ofStatus = status === undefined ? nothing : sql`AND status = ${status}`;
  const ofType = pageType === undefined ? nothing : sql`AND page_type = ${pageType}`;
  return sql`tenant_id = ${tenantId} ${ofStatus} ${ofType}`;
}

const longBytes = pageColumns.bytes("page_context", "actions", "action_card_widgets", "footer_links", "scripts", "metadata");

export type ListedPage = Pick<PageRow, "page_id"> & { bytes: number };

/** Which ones are next, and how large they are. */
export function newestPages(db: Reader, filter: Sql, position: Value[] | undefined, limit: number): Promise<ListedPage[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND page_id < ${last}`;
  return db.all(sql`SELECT page_id, ${longBytes} FROM pages WHERE ${filter} ${before} ORDER BY page_id DESC LIMIT ${limit}`);
}

export function pagesById({ db, tenantId }: Reading, pages: readonly ListedPage[]): Promise<PageRow[]> {
  const ids = pages.map(({ page_id }) => page_id);
  return db.all(sql`
    SELECT ${selected} FROM pages WHERE tenant_id = ${tenantId} AND page_id ${among(ids)} ORDER BY page_id DESC`);
}

function indexPage(ctx: Writing, { page_id, name, title, status, page_type }: PageRow): Promise<void> {
  return indexRecords(ctx, "pages", [{ key: page_id, text: searchableText([name, title]), labels: [status, page_type] }]);
}

type FoundPage = Pick<PageRow, "page_id" | "name" | "title" | "status">;

/** The newest that have every word. */
export async function foundPages(ctx: Reading, query: string, limit: number): Promise<FoundPage[]> {
  const { read } = await searchedRows(ctx, { kind: "pages", words: queryWords(query) }, (keys) =>
    ctx.db.all<FoundPage>(sql`
      SELECT page_id, name, title, status FROM pages WHERE tenant_id = ${ctx.tenantId} AND page_id ${among(keys)}
      ORDER BY page_id DESC`),
  );
  return read(undefined, limit);
}
