import { type PageLink, toOptionalTimestamp, toTimestamp } from "../../../contract";
import type { Writing } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import { columns, integer, optionalInteger, type RowOf, text } from "../../storage/columns";
import { addToCounter, readCounter } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, type Value } from "../../storage/sql";

const linkColumns = columns({
  page_link_id: text,
  /** The domain's identifier, or empty for the service's own host. */
  domain_key: text,
  path: text,
  target_type: text,
  audience_id: text,
  created_at: integer,
  updated_at: integer,
  deleted_at: optionalInteger,
});
export type PageLinkRow = RowOf<typeof linkColumns>;
const counter = "page links";

const changeableColumns = linkColumns.without("page_link_id", "created_at");

export function toPageLink(row: PageLinkRow): PageLink {
  return {
    pageLinkId: row.page_link_id,
    tenantDomainId: row.domain_key === "" ? null : row.domain_key,
    path: row.path,
    target: { targetType: row.target_type, audienceId: row.audience_id },
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    deletedAt: toOptionalTimestamp(row.deleted_at),
  };
}

export function findLink(db: Reader, tenantId: string, linkId: string): Promise<PageLinkRow | undefined> {
  return db.first(sql`SELECT ${linkColumns.names} FROM page_links WHERE tenant_id = ${tenantId} AND page_link_id = ${linkId}`);
}

/** Locks the row until the end of the transaction. */
export function findLinkToChange(ctx: Writing, linkId: string): Promise<PageLinkRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${linkColumns.names} FROM page_links
    WHERE tenant_id = ${ctx.tenantId} AND page_link_id = ${linkId} ${ctx.dialect.forUpdate}`);
}

type LinkAddress = Pick<PageLinkRow, "domain_key" | "path">;

/** Ignores deleted links. */
export function findLinkAt(db: Reader, tenantId: string, { domain_key, path }: LinkAddress): Promise<PageLinkRow | undefined> {
  return db.first(sql`
    SELECT ${linkColumns.names} FROM page_links
    WHERE tenant_id = ${tenantId} AND domain_key = ${domain_key} AND path = ${path} AND deleted_at IS NULL`);
}

/** An insert can avoid a conflict on the unique index by `ON CONFLICT`, an update can't: so both lock the address first. */
export function lockAddress(ctx: Writing, { domain_key, path }: LinkAddress): Promise<void> {
  return ctx.db.lock(`page-link ${ctx.tenantId} ${domain_key} ${path}`);
}

/** False when another link has the address. */
export async function insertLink(ctx: Writing, row: PageLinkRow): Promise<boolean> {
  const [, inserted] = await Promise.all([
    lockAddress(ctx, row),
    ctx.db.run(sql`
      INSERT INTO page_links (tenant_id, ${linkColumns.names}, page_id)
      VALUES (${ctx.tenantId}, ${linkColumns.values(row)}, ${pageOf(ctx.tenantId, row)})
      ON CONFLICT (tenant_id, domain_key, path) WHERE deleted_at IS NULL DO NOTHING`),
  ]);
  return inserted === 1;
}

export async function targetExists(db: Reader, tenantId: string, audienceId: string): Promise<boolean> {
  const found = await db.first(sql`
    SELECT 1 AS found FROM audiences WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId}`);
  return found !== undefined;
}

/** By the identifier of the audience; those with a person have none. */
export async function numbersOfTargets(
  db: Reader,
  tenantId: string,
  audienceIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.all<{ audience_id: string; number: number }>(sql`
    SELECT audience_id, number FROM audiences
    WHERE tenant_id = ${tenantId} AND number IS NOT NULL AND audience_id ${among(audienceIds)}`);
  return new Map(rows.map(({ audience_id, number }) => [audience_id, number]));
}

/** The page of the audience that a link leads to. */
function pageOf(tenantId: string, { audience_id }: PageLinkRow): Sql {
  return sql`coalesce((SELECT page_id FROM audiences WHERE tenant_id = ${tenantId} AND audience_id = ${audience_id}), '')`;
}

/** Changes the count of links that are not deleted, once in a transaction that creates or deletes some. */
export function addToLinkCount(ctx: Writing, by: number): Promise<void> {
  return addToCounter(ctx.db, ctx.dialect, ctx.tenantId, counter, by);
}

export function linkCount(db: Reader, tenantId: string): Promise<number> {
  return readCounter(db, tenantId, counter);
}

export async function updateLinkRow(ctx: Writing, row: PageLinkRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE page_links SET ${changeableColumns.assignments(row)}, page_id = ${pageOf(ctx.tenantId, row)}
    WHERE tenant_id = ${ctx.tenantId} AND page_link_id = ${row.page_link_id}`);
  await pagesChanged(ctx, [row.audience_id]);
}

/** Locks the rows. Includes deleted links, because they can still be read. */
export function linksToChange(ctx: Writing, linkIds: readonly string[]): Promise<PageLinkRow[]> {
  return ctx.db.all(sql`
    SELECT ${linkColumns.names} FROM page_links
    WHERE tenant_id = ${ctx.tenantId} AND page_link_id ${among(linkIds)} ORDER BY page_link_id ${ctx.dialect.forUpdate}`);
}

export async function addFormerTarget(ctx: Writing, { audience_id, page_link_id }: PageLinkRow): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO former_targets (tenant_id, audience_id, page_link_id) VALUES (${ctx.tenantId}, ${audience_id}, ${page_link_id})
    ON CONFLICT (tenant_id, audience_id, page_link_id) DO NOTHING`);
  await pagesChanged(ctx, [audience_id]);
}

interface LinkFilter {
  audienceId?: string | undefined;
  pageId?: string | undefined;
  tenantDomainId?: string | undefined;
}

export function linkFilter(tenantId: string, { audienceId, pageId, tenantDomainId }: LinkFilter): Sql {
  return sql`tenant_id = ${tenantId} AND deleted_at IS NULL
    ${audienceId === undefined ? nothing : sql`AND audience_id = ${audienceId}`}
    ${pageId === undefined ? nothing : sql`AND page_id = ${pageId}`}
    ${tenantDomainId === undefined ? nothing : sql`AND domain_key = ${tenantDomainId}`}`;
}

interface ListedLink extends LiveLink {
  page_id: string | null;
}

/** Links with the domain that they are on and the page that they lead to. */
export async function withDomainAndPage(db: Reader, tenantId: string, rows: readonly PageLinkRow[]): Promise<ListedLink[]> {
  const [pages, domains] = await Promise.all([
    db.all<{ audience_id: string; page_id: string }>(sql`
      SELECT audience_id, page_id FROM audiences
      WHERE tenant_id = ${tenantId} AND audience_id ${among(rows.map(({ audience_id }) => audience_id))}`),
    db.all<{ domain_id: string; domain: string }>(sql`
      SELECT domain_id, domain FROM domains
      WHERE tenant_id = ${tenantId} AND domain_id ${among(rows.map(({ domain_key }) => domain_key))} AND verified_at IS NOT NULL`),
  ]);
  const pageById = new Map(pages.map(({ audience_id, page_id }) => [audience_id, page_id]));
  const domainOf = new Map(domains.map(({ domain_id, domain }) => [domain_id, domain]));
  return rows.map((row) => ({
    ...row,
    page_id: pageById.get(row.audience_id) ?? null,
    domain: domainOf.get(row.domain_key) ?? null,
  }));
}

export function newestLinks(db: Reader, filter: Sql, position: Value[] | undefined, limit: number): Promise<PageLinkRow[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND page_link_id < ${last}`;
  return db.all(
    sql`SELECT ${linkColumns.names} FROM page_links WHERE ${filter} ${before} ORDER BY page_link_id DESC LIMIT ${limit}`,
  );
}

export interface LiveLink extends PageLinkRow {
  /** Null on the service's own host, and on a domain that is not verified, where nothing is served. */
  domain: string | null;
}

type LinkedAddress = Pick<LiveLink, "audience_id" | "domain_key" | "path" | "domain">;

const ownColumns = linkColumns.of("link");

/** The oldest link of each audience, without deleted ones. */
export async function liveLinksOf(
  db: Reader,
  tenantId: string,
  audienceIds: readonly string[],
): Promise<Map<string, LinkedAddress>> {
  const links = await db.all<LinkedAddress>(sql`
    SELECT link.audience_id, link.domain_key, link.path, verified.domain
    FROM page_links AS link LEFT JOIN domains AS verified
      ON verified.tenant_id = link.tenant_id AND verified.domain_id = link.domain_key AND verified.verified_at IS NOT NULL
    WHERE link.tenant_id = ${tenantId} AND link.audience_id ${among(audienceIds)} AND link.deleted_at IS NULL
    ORDER BY link.page_link_id DESC`);
  return new Map(links.map((link) => [link.audience_id, link]));
}

/** The oldest link of an audience, without deleted ones. */
export function liveLinkOf(db: Reader, tenantId: string, audienceId: string): Promise<LiveLink | undefined> {
  return db.first(sql`
    SELECT ${ownColumns}, verified.domain
    FROM page_links AS link LEFT JOIN domains AS verified
      ON verified.tenant_id = link.tenant_id AND verified.domain_id = link.domain_key AND verified.verified_at IS NOT NULL
    WHERE link.tenant_id = ${tenantId} AND link.audience_id = ${audienceId} AND link.deleted_at IS NULL
    ORDER BY link.page_link_id LIMIT 1`);
}
