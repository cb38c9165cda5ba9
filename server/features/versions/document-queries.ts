import type { Writing } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import { columns, integer, optionalText, type RowOf, text } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { among, sql, sqlRows } from "../../storage/sql";
import { keepParts, partSetOf } from "./part-queries";

const versionKey = { audience_id: text, version_id: text };
const documentColumns = columns({
  ...versionKey,
  content_hash: text,
  /** What is this version's own; the rest is in shared parts. */
  document: text,
  /** The person it shows. */
  person_id: optionalText,
  /** The set of the shared parts that document and page refer to; null for versions that are older than sets. */
  part_set: optionalText,
});
const pageColumns = columns({
  ...versionKey,
  /** With a placeholder for each fragment that several pages share. */
  html: text,
  /** Hashes of its scripts and styles, as the Content-Security-Policy names them. */
  sources: text,
  content_hash: text,
  is_indexed: integer,
  /** The version of the renderer that made it. */
  renderer: integer,
});

type DocumentRow = RowOf<typeof documentColumns>;
type VersionKey = Pick<DocumentRow, keyof typeof versionKey>;

/** What a build makes for a version: its document, and the page that is rendered from it. */
export interface BuildOutput
  extends Omit<DocumentRow, keyof VersionKey | "part_set">,
    Omit<RowOf<typeof pageColumns>, keyof VersionKey> {
  /** The shared parts that document and page refer to, by hash. */
  parts: ReadonlyMap<string, string>;
}

export type BuiltVersion = VersionKey & BuildOutput;

/** About how many bytes it takes to store, beside its shared parts. */
export function sizeOf({ document, html }: BuildOutput): number {
  return Buffer.byteLength(document) + Buffer.byteLength(html);
}

export async function insertDocuments(ctx: Writing, built: readonly BuiltVersion[]): Promise<void> {
  const sets = built.map(({ parts }) => partSetOf(parts));
  const documents = built.map((version, index) => [
    ctx.tenantId,
    ...documentColumns.list({ ...version, part_set: sets[index]?.hash ?? null }),
  ]);
  await Promise.all([
    keepParts(ctx, sets),
    ...sqlRows(documents).map((some) =>
      ctx.db.run(sql`INSERT INTO version_documents (tenant_id, ${documentColumns.names}) VALUES ${some}`),
    ),
  ]);
}

/** Only live versions keep their pages. Others are rendered from their documents when somebody looks at them. */
export async function insertPages(ctx: Writing, built: readonly BuiltVersion[]): Promise<void> {
  const pages = built.map((version) => [ctx.tenantId, ...pageColumns.list(version)]);
  await Promise.all(
    sqlRows(pages).map((some) => ctx.db.run(sql`INSERT INTO version_pages (tenant_id, ${pageColumns.names}) VALUES ${some}`)),
  );
}

export function findDocument(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<DocumentRow | undefined> {
  return db.first(sql`
    SELECT ${documentColumns.names} FROM version_documents
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND version_id = ${versionId}`);
}

/** The newest version that has a document and was not cancelled as a draft. */
export function newestBuiltVersion(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<{ version_id: string } | undefined> {
  return db.first(sql`
    SELECT built.version_id FROM version_documents built
    JOIN audience_versions version ON version.tenant_id = built.tenant_id AND version.audience_id = built.audience_id
      AND version.version_id = built.version_id
    WHERE built.tenant_id = ${tenantId} AND built.audience_id = ${audienceId} AND version.cancelled_at IS NULL
    ORDER BY built.version_id DESC LIMIT 1`);
}

export async function hasDocument(db: Reader, tenantId: string, version: VersionKey): Promise<boolean> {
  const found = await db.first(sql`
    SELECT 1 AS found FROM version_documents
    WHERE tenant_id = ${tenantId} AND audience_id = ${version.audience_id} AND version_id = ${version.version_id}`);
  return found !== undefined;
}

/** For a version that is live, or about to be. */
export async function replaceDocument(
  ctx: Writing,
  { audience_id, version_id }: VersionKey,
  document: BuildOutput,
): Promise<void> {
  const built = [{ audience_id, version_id, ...document }];
  await Promise.all([
    deleteDocuments(ctx, { audience_id, version_id }),
    insertDocuments(ctx, built),
    insertPages(ctx, built),
    pagesChanged(ctx, [audience_id]),
  ]);
}

/** The version stays, and can't be published again. */
export async function deleteDocuments({ db, tenantId }: Writing, { audience_id, version_id }: VersionKey): Promise<void> {
  const ofVersion = sql`audience_id = ${audience_id} AND version_id = ${version_id}`;
  await Promise.all([
    db.run(sql`DELETE FROM version_pages WHERE tenant_id = ${tenantId} AND ${ofVersion}`),
    db.run(sql`DELETE FROM version_documents WHERE tenant_id = ${tenantId} AND ${ofVersion}`),
  ]);
}

export function versionsShowing(ctx: Writing, personId: string, limit: number): Promise<VersionKey[]> {
  return ctx.db.all(sql`
    SELECT audience_id, version_id FROM version_documents
    WHERE tenant_id = ${ctx.tenantId} AND person_id = ${personId} LIMIT ${limit}`);
}

/** The versions stay, and can't be published. They are not live, and so have no page. */
export async function deleteDocumentsOf(ctx: Writing, versions: readonly VersionKey[]): Promise<void> {
  const keys = versions.map(({ audience_id, version_id }) => [audience_id, version_id]);
  await Promise.all(
    sqlRows(keys).map((some) =>
      ctx.db.run(sql`
        DELETE FROM version_documents WHERE tenant_id = ${ctx.tenantId} AND (audience_id, version_id) IN (VALUES ${some})`),
    ),
  );
}

export async function deletePages(ctx: Writing, versions: readonly VersionKey[]): Promise<void> {
  const keys = versions.map(({ audience_id, version_id }) => [audience_id, version_id]);
  await Promise.all(
    sqlRows(keys).map((some) =>
      ctx.db.run(sql`
        DELETE FROM version_pages WHERE tenant_id = ${ctx.tenantId} AND (audience_id, version_id) IN (VALUES ${some})`),
    ),
  );
}

/** Deletes the documents of replaced versions beyond those of each audience that were live last: nobody can go back to them any more. */
export async function deleteReplacedDocuments(ctx: Writing, audienceIds: readonly string[], kept: number): Promise<void> {
  await ctx.db.run(sql`
    DELETE FROM version_documents WHERE tenant_id = ${ctx.tenantId} AND (audience_id, version_id) IN (
    SELECT audience_id, version_id FROM (
      SELECT version.audience_id, version.version_id, row_number() OVER (
        PARTITION BY version.audience_id
        ORDER BY version.live_order DESC, version.archived_at DESC, version.version_id DESC) AS place
      FROM version_documents built
      JOIN audience_versions version ON version.tenant_id = built.tenant_id AND version.audience_id = built.audience_id
        AND version.version_id = built.version_id
      WHERE built.tenant_id = ${ctx.tenantId} AND built.audience_id ${among(audienceIds)} AND version.archived_at IS NOT NULL
        AND version.status = 'archived') AS ranked
    WHERE place > ${kept})`);
}

/** The next live pages of a tenant, and whether an older renderer has made them. Those of a newer one are left to it. */
export function stalePages(
  db: Reader,
  tenantId: string,
  { renderer, after, limit }: { renderer: number; after: string; limit: number },
): Promise<(VersionKey & { is_stale: number })[]> {
  return db.all(sql`
    SELECT audience.audience_id, audience.published_version_id AS version_id,
      CASE WHEN page.renderer >= ${renderer} THEN 0 ELSE 1 END AS is_stale
    FROM audiences AS audience
    LEFT JOIN version_pages AS page ON page.tenant_id = audience.tenant_id AND page.audience_id = audience.audience_id
      AND page.version_id = audience.published_version_id
    WHERE audience.tenant_id = ${tenantId} AND audience.audience_id > ${after}
    ORDER BY audience.audience_id LIMIT ${limit}`);
}

/** Which renderer has made a version's page; 0 where there is none. */
export async function pageRenderer(db: Reader, tenantId: string, audienceId: string, versionId: string): Promise<number> {
  const page = await db.first<{ renderer: number }>(sql`
    SELECT renderer FROM version_pages
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND version_id = ${versionId}`);
  return page?.renderer ?? 0;
}
