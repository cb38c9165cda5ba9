import { type AudienceVersion, toOptionalTimestamp, toTimestamp, type VersionStatus } from "../../../contract";
import type { Reading, Writing } from "../../context";
import { pagesChanged } from "../../events/pages-changed";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, sqlRows, statement, type Value } from "../../storage/sql";

export interface VersionRow {
  audience_id: string;
  version_id: string;
  version_number: number;
  status: VersionStatus;
  publish: "auto" | "manual";
  is_new_page_agent: number;
  supplementary_context: string | null;
  operation_key: string | null;
  batch_id: string | null;
  created_at: number;
  queued_at: number | null;
  started_at: number | null;
  became_draft_at: number | null;
  published_at: number | null;
  cancelled_at: number | null;
  obsolete_at: number | null;
  archived_at: number | null;
}

const versionColumnNames = [
  "audience_id",
  "version_id",
  "version_number",
  "status",
  "publish",
  "is_new_page_agent",
  "supplementary_context",
  "operation_key",
  "batch_id",
  "created_at",
  "queued_at",
  "started_at",
  "became_draft_at",
  "published_at",
  "cancelled_at",
  "obsolete_at",
  "archived_at",
] as const satisfies readonly (keyof VersionRow)[];

const hidden = new Set<keyof VersionRow>(["publish", "operation_key", "batch_id"]);
const columns = statement(versionColumnNames.join(", "));
/** Waiting, being built, or built and not live yet; the words of the index. */
const isOpen = statement("published_at IS NULL AND cancelled_at IS NULL AND archived_at IS NULL");

type ShownVersion = Omit<VersionRow, "publish" | "operation_key" | "batch_id">;

export function toVersion(row: ShownVersion): AudienceVersion {
  return {
    versionId: row.version_id,
    audienceId: row.audience_id,
    versionNumber: row.version_number,
    status: row.status,
    isNewPageAgent: row.is_new_page_agent === 1,
    supplementaryContext: row.supplementary_context,
    queueDurationMs: row.started_at === null || row.queued_at === null ? null : row.started_at - row.queued_at,
    createdAt: toTimestamp(row.created_at),
    becameDraftAt: toOptionalTimestamp(row.became_draft_at),
    queuedAt: toOptionalTimestamp(row.queued_at),
    publishedAt: toOptionalTimestamp(row.published_at),
    cancelledAt: toOptionalTimestamp(row.cancelled_at),
    obsoleteAt: toOptionalTimestamp(row.obsolete_at),
    archivedAt: toOptionalTimestamp(row.archived_at),
  };
}

export function findVersion(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<VersionRow | undefined> {
  return db.first(sql`
    SELECT ${columns} FROM audience_versions
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND version_id = ${versionId}`);
}

export function findVersionByKey(ctx: Writing, audienceId: string, operationKey: string): Promise<VersionRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${columns} FROM audience_versions
    WHERE tenant_id = ${ctx.tenantId} AND audience_id = ${audienceId} AND operation_key = ${operationKey}`);
}

/** Of each audience, those that are neither over nor live. */
export function openVersions(db: Reader, tenantId: string, audienceIds: readonly string[]): Promise<VersionRow[]> {
  return db.all(sql`
    SELECT ${columns} FROM audience_versions
    WHERE tenant_id = ${tenantId} AND audience_id ${among(audienceIds)} AND ${isOpen}`);
}

/** Of each audience, the one that is live. */
export function liveVersions({ db, tenantId }: Reading, audienceIds: readonly string[]): Promise<VersionRow[]> {
  return db.all(sql`
    SELECT ${columns} FROM audience_versions
    WHERE tenant_id = ${tenantId} AND version_id IN (
      SELECT published_version_id FROM audiences WHERE tenant_id = ${tenantId} AND audience_id ${among(audienceIds)})`);
}

export function newestVersions(
  db: Reader,
  tenantId: string,
  audienceId: string,
  position: Value[] | undefined,
  limit: number,
): Promise<VersionRow[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND version_id < ${last}`;
  return db.all(sql`
    SELECT ${columns} FROM audience_versions
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} ${before} ORDER BY version_id DESC LIMIT ${limit}`);
}

/** The newest that has a document and was not cancelled as a draft. */
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

export async function insertVersions(ctx: Writing, versions: readonly VersionRow[]): Promise<void> {
  const rows = versions.map((version) => [ctx.tenantId, ...versionColumnNames.map((name) => version[name])]);
  const insert = (some: Sql) => ctx.db.run(sql`INSERT INTO audience_versions (tenant_id, ${columns}) VALUES ${some}`);
  await Promise.all(sqlRows(rows).map(insert));
}

/** Where each stands, and the moments it has seen; the rest of a version never changes. What changed together is written together. */
export async function updateVersions(ctx: Writing, versions: readonly VersionRow[]): Promise<void> {
  const alike = Map.groupBy(versions, (row) =>
    [
      row.status,
      row.queued_at,
      row.started_at,
      row.became_draft_at,
      row.published_at,
      row.cancelled_at,
      row.obsolete_at,
      row.archived_at,
    ].join(),
  );
  const update = (rows: readonly VersionRow[]) => {
    const row = rows[0] as VersionRow;
    const ids = among(rows.map(({ version_id }) => version_id));
    return ctx.db.run(sql`
      UPDATE audience_versions SET status = ${row.status}, queued_at = ${row.queued_at}, started_at = ${row.started_at},
        became_draft_at = ${row.became_draft_at}, published_at = ${row.published_at}, cancelled_at = ${row.cancelled_at},
        obsolete_at = ${row.obsolete_at}, archived_at = ${row.archived_at}
      WHERE tenant_id = ${ctx.tenantId} AND version_id ${ids}`);
  };
  await Promise.all([...alike.values()].map(update));
}

interface KeptDocument {
  content_hash: string;
  document: string;
  /** Whom it shows. */
  person_id: string | null;
}

/** What a version is made of, and what visitors get of it. */
export interface BuiltDocument extends KeptDocument {
  html: string;
  /** Markup shared with other pages, by hash. */
  fragments: ReadonlyMap<string, string>;
  /** Of its scripts and styles, as the Content-Security-Policy names them. */
  sources: string;
  is_indexed: number;
}

/** What keeping it takes, about. */
export function sizeOf({ document, html }: BuiltDocument): number {
  return document.length + html.length;
}

/** The document of a version. */
export type BuiltVersion = Pick<VersionRow, "audience_id" | "version_id"> & BuiltDocument;

export async function insertDocuments(ctx: Writing, built: readonly BuiltVersion[]): Promise<void> {
  const documents = built.map((one) => [...keyOf(ctx, one), one.content_hash, one.document, one.person_id]);
  const pages = built.map((one) => [...keyOf(ctx, one), one.html, one.sources, one.content_hash, one.is_indexed]);
  // A fixed order avoids deadlocks.
  const fragments = [...new Map(built.flatMap(({ fragments }) => [...fragments]))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  await Promise.all([
    ...sqlRows(fragments.map((fragment) => [ctx.tenantId, ...fragment])).map((some) =>
      ctx.db.run(sql`
        INSERT INTO page_pieces (tenant_id, piece_hash, html) VALUES ${some} ON CONFLICT (tenant_id, piece_hash) DO NOTHING`),
    ),
    ...sqlRows(documents).map((some) =>
      ctx.db.run(sql`
        INSERT INTO version_documents (tenant_id, audience_id, version_id, content_hash, document, person_id) VALUES ${some}`),
    ),
    ...sqlRows(pages).map((some) =>
      ctx.db.run(sql`
        INSERT INTO version_pages (tenant_id, audience_id, version_id, html, sources, content_hash, is_indexed) VALUES ${some}`),
    ),
  ]);
}

function keyOf(ctx: Writing, { audience_id, version_id }: BuiltVersion): string[] {
  return [ctx.tenantId, audience_id, version_id];
}

export function findDocument(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<KeptDocument | undefined> {
  return db.first(sql`
    SELECT content_hash, document, person_id FROM version_documents
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND version_id = ${versionId}`);
}

export async function hasDocument(db: Reader, tenantId: string, version: VersionRow): Promise<boolean> {
  const found = await db.first(sql`
    SELECT 1 AS found FROM version_documents
    WHERE tenant_id = ${tenantId} AND audience_id = ${version.audience_id} AND version_id = ${version.version_id}`);
  return found !== undefined;
}

export async function replaceDocument(
  ctx: Writing,
  version: Pick<VersionRow, "audience_id" | "version_id">,
  document: BuiltDocument,
): Promise<void> {
  const { audience_id, version_id } = version;
  const ofVersion = sql`audience_id = ${audience_id} AND version_id = ${version_id}`;
  await Promise.all([
    ctx.db.run(sql`DELETE FROM version_documents WHERE tenant_id = ${ctx.tenantId} AND ${ofVersion}`),
    ctx.db.run(sql`DELETE FROM version_pages WHERE tenant_id = ${ctx.tenantId} AND ${ofVersion}`),
    insertDocuments(ctx, [{ audience_id, version_id, ...document }]),
    pagesChanged(ctx, [audience_id]),
  ]);
}

/** Those of versions that are not live and that show a person. */
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

export function versionsShowing(ctx: Writing, personId: string): Promise<Pick<VersionRow, "audience_id" | "version_id">[]> {
  return ctx.db.all(sql`
    SELECT audience_id, version_id FROM version_documents WHERE tenant_id = ${ctx.tenantId} AND person_id = ${personId}`);
}

/** A version that is read with its audience, in columns under another name. */
function joinedVersion<Alias extends string>(alias: Alias) {
  const names = versionColumnNames.filter((name) => !hidden.has(name)).map((name) => [name, `${alias}_${name}`] as const);
  return {
    columns: statement(names.map(([name, as]) => `${alias}.${name} AS ${as}`).join(", ")),
    in(row: Record<`${Alias}_${string}`, unknown>): AudienceVersion {
      const version: Record<string, unknown> = {};
      for (const [name, as] of names) version[name] = row[as];
      // All that is shown was selected under these names.
      return toVersion(version as unknown as ShownVersion);
    },
  };
}

export const latestVersion = joinedVersion("latest");
export const liveVersion = joinedVersion("live");
