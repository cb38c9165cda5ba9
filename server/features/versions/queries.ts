import {
  type AudienceVersion,
  type PublishMode,
  toOptionalTimestamp,
  toTimestamp,
  type VersionMoment,
  type VersionStatus,
} from "../../../contract";
import type { Reading, Writing } from "../../context";
import { columns, integer, optionalInteger, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, sqlRows, statement, type Value } from "../../storage/sql";

const versionColumns = columns({
  audience_id: text,
  version_id: text,
  version_number: integer,
  status: textOf<VersionStatus>(),
  publish: textOf<PublishMode>(),
  is_new_page_agent: integer,
  supplementary_context: optionalText,
  operation_key: optionalText,
  batch_id: optionalText,
  created_at: integer,
  queued_at: optionalInteger,
  started_at: optionalInteger,
  became_draft_at: optionalInteger,
  published_at: optionalInteger,
  cancelled_at: optionalInteger,
  obsolete_at: optionalInteger,
  archived_at: optionalInteger,
  /** How often the audience's live version had changed when this one went live last; 0 if it never did, or before this was kept. */
  live_order: integer,
});
export type VersionRow = RowOf<typeof versionColumns>;
const shownColumns = versionColumns.without("publish", "operation_key", "batch_id", "live_order");

/** The column of each moment that a transition notes. */
export const momentColumns = {
  queuedAt: "queued_at",
  startedAt: "started_at",
  becameDraftAt: "became_draft_at",
  publishedAt: "published_at",
  cancelledAt: "cancelled_at",
  obsoleteAt: "obsolete_at",
  archivedAt: "archived_at",
} as const satisfies Record<VersionMoment, keyof VersionRow>;
/** The rest of a version never changes. */
const stateColumns = versionColumns.only("status", "live_order", ...Object.values(momentColumns));

/** A version is open until one of these is set: it waits, is being built, or is built and not live yet. */
const closingColumns = ["published_at", "cancelled_at", "archived_at"] as const satisfies readonly (keyof VersionRow)[];
/** The same condition as that of the index `audience_versions_open`. */
const openCondition = statement(closingColumns.map((name) => `${name} IS NULL`).join(" AND "));

export function isOpen(version: VersionRow): boolean {
  return closingColumns.every((name) => version[name] === null);
}

export function toVersion(row: RowOf<typeof shownColumns>): AudienceVersion {
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
    SELECT ${versionColumns.names} FROM audience_versions
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND version_id = ${versionId}`);
}

export function findVersionByKey(ctx: Writing, audienceId: string, operationKey: string): Promise<VersionRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${versionColumns.names} FROM audience_versions
    WHERE tenant_id = ${ctx.tenantId} AND audience_id = ${audienceId} AND operation_key = ${operationKey}`);
}

export function openVersions(db: Reader, tenantId: string, audienceIds: readonly string[]): Promise<VersionRow[]> {
  return db.all(sql`
    SELECT ${versionColumns.names} FROM audience_versions
    WHERE tenant_id = ${tenantId} AND audience_id ${among(audienceIds)} AND ${openCondition}`);
}

export function liveVersions({ db, tenantId }: Reading, audienceIds: readonly string[]): Promise<VersionRow[]> {
  return db.all(sql`
    SELECT ${versionColumns.names} FROM audience_versions
    WHERE tenant_id = ${tenantId} AND version_id IN (
      SELECT published_version_id FROM audiences WHERE tenant_id = ${tenantId} AND audience_id ${among(audienceIds)})`);
}

const longBytes = versionColumns.bytes("supplementary_context");

/** Which ones are next, and how large they are. */
export function newestVersions(
  db: Reader,
  tenantId: string,
  audienceId: string,
  position: Value[] | undefined,
  limit: number,
): Promise<(Pick<VersionRow, "version_id"> & { bytes: number })[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND version_id < ${last}`;
  return db.all(sql`
    SELECT version_id, ${longBytes} FROM audience_versions
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} ${before} ORDER BY version_id DESC LIMIT ${limit}`);
}

export function versionsById(
  db: Reader,
  tenantId: string,
  versions: readonly Pick<VersionRow, "version_id">[],
): Promise<VersionRow[]> {
  const ids = versions.map(({ version_id }) => version_id);
  return db.all(sql`
    SELECT ${versionColumns.names} FROM audience_versions WHERE tenant_id = ${tenantId} AND version_id ${among(ids)}
    ORDER BY version_id DESC`);
}

export async function insertVersions(ctx: Writing, versions: readonly VersionRow[]): Promise<void> {
  const rows = versions.map((version) => [ctx.tenantId, ...versionColumns.list(version)]);
  const insert = (some: Sql) =>
    ctx.db.run(sql`INSERT INTO audience_versions (tenant_id, ${versionColumns.names}) VALUES ${some}`);
  await Promise.all(sqlRows(rows).map(insert));
}

/** Versions whose new states are equal are updated by one statement. */
export async function updateVersions(ctx: Writing, versions: readonly VersionRow[]): Promise<void> {
  const alike = Map.groupBy(versions, (row) => stateColumns.list(row).join());
  const update = (rows: readonly VersionRow[]) => {
    const ids = among(rows.map(({ version_id }) => version_id));
    return ctx.db.run(sql`
      UPDATE audience_versions SET ${stateColumns.assignments(rows[0] as VersionRow)}
      WHERE tenant_id = ${ctx.tenantId} AND version_id ${ids}`);
  };
  await Promise.all([...alike.values()].map(update));
}

/** A version that is read together with its audience: `prefix` keeps its columns apart from the audience's. */
function joinedVersion<Alias extends string>(alias: Alias) {
  const prefix = `${alias}_` as const;
  return {
    columns: shownColumns.of(alias, prefix),
    in(row: Record<`${Alias}_${string}`, Value>): AudienceVersion {
      return toVersion(shownColumns.from(row, prefix));
    },
  };
}

export const latestVersion = joinedVersion("latest");
export const liveVersion = joinedVersion("live");

type LiveRow = Pick<VersionRow, "audience_id" | "version_id" | "version_number" | "batch_id"> & { published_at: number };

/** Versions of an audience that are or were live, newest first. */
export function onceLiveVersions(
  db: Reader,
  tenantId: string,
  audienceId: string,
  position: Value[] | undefined,
  limit: number,
): Promise<LiveRow[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND version_id < ${last}`;
  return db.all(sql`
    SELECT audience_id, version_id, version_number, batch_id, published_at FROM audience_versions
    WHERE tenant_id = ${tenantId} AND audience_id = ${audienceId} AND published_at IS NOT NULL ${before}
    ORDER BY version_id DESC LIMIT ${limit}`);
}
