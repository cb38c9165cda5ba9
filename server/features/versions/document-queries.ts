import type { Writing } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import { columns, integer, optionalText, type RowOf, text } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { sql, sqlRows } from "../../storage/sql";

const versionKey = { audience_id: text, version_id: text };
const documentColumns = columns({
  ...versionKey,
  content_hash: text,
  document: text,
  /** The person it shows. */
  person_id: optionalText,
});
const pageColumns = columns({
  ...versionKey,
  /** With a placeholder for each fragment that several pages share. */
  html: text,
  /** Hashes of its scripts and styles, as the Content-Security-Policy names them. */
  sources: text,
  content_hash: text,
  is_indexed: integer,
});

/** A built version: its document, and the page that is rendered from it. */
export interface BuiltVersion extends RowOf<typeof documentColumns>, RowOf<typeof pageColumns> {
  /** The shared fragments that the page refers to, by hash. */
  fragments: ReadonlyMap<string, string>;
}

type VersionKey = Pick<BuiltVersion, keyof typeof versionKey>;

/** What a build makes for a version. */
export type BuildOutput = Omit<BuiltVersion, keyof typeof versionKey>;

/** About how many bytes it takes to store. */
export function sizeOf({ document, html }: BuildOutput): number {
  return document.length + html.length;
}

export async function insertDocuments(ctx: Writing, built: readonly BuiltVersion[]): Promise<void> {
  // A fixed order avoids deadlocks.
  const fragments = [...new Map(built.flatMap(({ fragments }) => [...fragments]))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const documents = built.map((version) => [ctx.tenantId, ...documentColumns.list(version)]);
  const pages = built.map((version) => [ctx.tenantId, ...pageColumns.list(version)]);
  await Promise.all([
    ...sqlRows(fragments.map((fragment) => [ctx.tenantId, ...fragment])).map((some) =>
      ctx.db.run(sql`
        INSERT INTO page_pieces (tenant_id, piece_hash, html) VALUES ${some} ON CONFLICT (tenant_id, piece_hash) DO NOTHING`),
    ),
    ...sqlRows(documents).map((some) =>
      ctx.db.run(sql`INSERT INTO version_documents (tenant_id, ${documentColumns.names}) VALUES ${some}`),
    ),
    ...sqlRows(pages).map((some) => ctx.db.run(sql`INSERT INTO version_pages (tenant_id, ${pageColumns.names}) VALUES ${some}`)),
  ]);
}

export function findDocument(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<RowOf<typeof documentColumns> | undefined> {
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
    JOIN audience_versions version ON version.tenant_id = built.tenant_id AND version.version_id = built.version_id
    WHERE built.tenant_id = ${tenantId} AND built.audience_id = ${audienceId} AND version.cancelled_at IS NULL
    ORDER BY built.version_id DESC LIMIT 1`);
}

export async function hasDocument(db: Reader, tenantId: string, version: VersionKey): Promise<boolean> {
  const found = await db.first(sql`
    SELECT 1 AS found FROM version_documents
    WHERE tenant_id = ${tenantId} AND audience_id = ${version.audience_id} AND version_id = ${version.version_id}`);
  return found !== undefined;
}

export async function replaceDocument(ctx: Writing, version: VersionKey, document: BuildOutput): Promise<void> {
  const { audience_id, version_id } = version;
  const ofVersion = sql`audience_id = ${audience_id} AND version_id = ${version_id}`;
  await Promise.all([
    ctx.db.run(sql`DELETE FROM version_documents WHERE tenant_id = ${ctx.tenantId} AND ${ofVersion}`),
    ctx.db.run(sql`DELETE FROM version_pages WHERE tenant_id = ${ctx.tenantId} AND ${ofVersion}`),
    insertDocuments(ctx, [{ audience_id, version_id, ...document }]),
    pagesChanged(ctx, [audience_id]),
  ]);
}

/** Deletes what was built with a person, but for the live versions. */
export async function deleteOldDocumentsOf(ctx: Writing, personId: string): Promise<void> {
  const old = sql`(audience_id, version_id) IN (
    SELECT built.audience_id, built.version_id FROM version_documents built
    WHERE built.tenant_id = ${ctx.tenantId} AND built.person_id = ${personId} AND NOT EXISTS (
      SELECT 1 FROM audiences live
      WHERE live.tenant_id = built.tenant_id AND live.audience_id = built.audience_id
        AND live.published_version_id = built.version_id))`;
  await Promise.all([
    ctx.db.run(sql`DELETE FROM version_pages WHERE tenant_id = ${ctx.tenantId} AND ${old}`),
    ctx.db.run(sql`DELETE FROM version_documents WHERE tenant_id = ${ctx.tenantId} AND ${old}`),
  ]);
}

export function versionsShowing(ctx: Writing, personId: string): Promise<VersionKey[]> {
  return ctx.db.all(sql`
    SELECT audience_id, version_id FROM version_documents WHERE tenant_id = ${ctx.tenantId} AND person_id = ${personId}`);
}
