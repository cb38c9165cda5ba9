import { type Asset, type AssetType, toOptionalTimestamp, toTimestamp } from "../../../contract";
import type { Reading, Writing } from "../../context";
import { tenantIdentifier } from "../../records/tenant-ids";
import { columns, integer, optionalInteger, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import { addToCounter, readCounter } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { among, nothing, sql, type Value } from "../../storage/sql";
import { addressesOf } from "./serving/addresses";

const assetColumns = columns({
  asset_id: text,
  name: text,
  purpose: text,
  /** JSON. */
  tags: text,
  ai_description: text,
  parent_asset_id: optionalText,
  hidden: integer,
  type: textOf<AssetType>(),
  file_id: text,
  content_type: text,
  size: integer,
  /** Null when the file has no preview. */
  preview_type: optionalText,
  /** In pixels. Null for what is no image, and for images from before sizes were kept. */
  width: optionalInteger,
  height: optionalInteger,
  /** Whether it is drawn for dark backgrounds. Null for what is no image, and for images from before it was known. */
  is_light: optionalInteger,
  created_at: integer,
  updated_at: integer,
  trashed_at: optionalInteger,
  deleted_at: optionalInteger,
});
export type AssetRow = RowOf<typeof assetColumns>;
const counter = "assets";

const changeableColumns = assetColumns.only("trashed_at", "deleted_at", "updated_at");
const editableColumns = assetColumns.only("name", "purpose", "tags", "updated_at");

export function toAssetWithoutAddresses(tenantId: string, row: AssetRow): Omit<Asset, "downloadUrl" | "previewDownloadUrl"> {
  return {
    assetId: row.asset_id,
    tenantId: tenantIdentifier(tenantId),
    name: row.name,
    purpose: row.purpose,
    tags: JSON.parse(row.tags) as string[],
    aiDescription: row.ai_description,
    parentAssetId: row.parent_asset_id,
    hidden: row.hidden === 1,
    data: { type: row.type, fileId: row.file_id },
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    trashedAt: toOptionalTimestamp(row.trashed_at),
    deletedAt: toOptionalTimestamp(row.deleted_at),
  };
}

export function toAsset(ctx: Reading, row: AssetRow): Asset {
  return { ...toAssetWithoutAddresses(ctx.tenantId, row), ...addressesOf(ctx, row) };
}

export function findAsset(db: Reader, tenantId: string, assetId: string): Promise<AssetRow | undefined> {
  return db.first(sql`SELECT ${assetColumns.names} FROM assets WHERE tenant_id = ${tenantId} AND asset_id = ${assetId}`);
}

/** Those that pages may show: not in the trash, nor deleted. */
export function assetsById(db: Reader, tenantId: string, assetIds: readonly string[]): Promise<AssetRow[]> {
  if (assetIds.length === 0) return Promise.resolve([]);
  return db.all(sql`
    SELECT ${assetColumns.names} FROM assets
    WHERE tenant_id = ${tenantId} AND asset_id ${among(assetIds)} AND trashed_at IS NULL ORDER BY asset_id`);
}

/** When the last of these was moved to the trash; 0 if none is there. */
export async function lastTrashed(db: Reader, tenantId: string, assetIds: readonly string[]): Promise<number> {
  if (assetIds.length === 0) return 0;
  const row = await db.first<{ at: number | null }>(sql`
    SELECT max(trashed_at) AS at FROM assets WHERE tenant_id = ${tenantId} AND asset_id ${among(assetIds)}`);
  return row?.at ?? 0;
}

/** Locks those that visitors sent until the end of the transaction. */
export function assetsToForget(ctx: Writing, assetIds: readonly string[]): Promise<AssetRow[]> {
  if (assetIds.length === 0) return Promise.resolve([]);
  return ctx.db.all(sql`
    SELECT ${assetColumns.names} FROM assets
    WHERE tenant_id = ${ctx.tenantId} AND asset_id ${among(assetIds)} AND hidden = 1 ORDER BY asset_id ${ctx.dialect.forUpdate}`);
}

/** Locks the row until the end of the transaction. */
export function findAssetToChange(ctx: Writing, assetId: string): Promise<AssetRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${assetColumns.names} FROM assets WHERE tenant_id = ${ctx.tenantId} AND asset_id = ${assetId} ${ctx.dialect.forUpdate}`);
}

export function lockAsset(ctx: Writing, { params }: { params: { asset_id: string } }): Promise<unknown> {
  return findAssetToChange(ctx, params.asset_id);
}

export function newestAssets(db: Reader, tenantId: string, position: Value[] | undefined, limit: number): Promise<AssetRow[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND asset_id < ${last}`;
  return db.all(sql`
    SELECT ${assetColumns.names} FROM assets
    WHERE tenant_id = ${tenantId} AND trashed_at IS NULL ${before} ORDER BY asset_id DESC LIMIT ${limit}`);
}

export async function hasTrashedBefore({ db, tenantId }: Reading, before: number): Promise<boolean> {
  const row = await db.first(sql`
    SELECT 1 AS found FROM assets
    WHERE tenant_id = ${tenantId} AND trashed_at IS NOT NULL AND deleted_at IS NULL AND trashed_at <= ${before} LIMIT 1`);
  return row !== undefined;
}

/** Locks assets that were trashed before the moment, the oldest first. */
export function longestTrashed(ctx: Writing, before: number, limit: number): Promise<AssetRow[]> {
  return ctx.db.all(sql`
    SELECT ${assetColumns.names} FROM assets
    WHERE tenant_id = ${ctx.tenantId} AND trashed_at IS NOT NULL AND deleted_at IS NULL AND trashed_at <= ${before}
    ORDER BY trashed_at, asset_id LIMIT ${limit} ${ctx.dialect.forUpdate}`);
}

/** Those that are still in the trash, last trashed first. */
export function trashedById(db: Reader, tenantId: string, assetIds: readonly string[]): Promise<AssetRow[]> {
  return db.all(sql`
    SELECT ${assetColumns.names} FROM assets
    WHERE tenant_id = ${tenantId} AND asset_id ${among(assetIds)} AND trashed_at IS NOT NULL AND deleted_at IS NULL
    ORDER BY trashed_at DESC, asset_id DESC`);
}

export async function insertAsset(ctx: Writing, row: AssetRow): Promise<void> {
  await Promise.all([
    ctx.db.run(sql`
      INSERT INTO assets (tenant_id, ${assetColumns.names})
      VALUES (${ctx.tenantId}, ${assetColumns.values(row)})`),
    addToAssetCount(ctx, 1),
  ]);
}

/** Changes the count of assets that are not in the trash, in the transaction that creates, trashes or restores one. */
export function addToAssetCount(ctx: Writing, by: number): Promise<void> {
  return addToCounter(ctx.db, ctx.dialect, ctx.tenantId, counter, by);
}

export function assetCount(db: Reader, tenantId: string): Promise<number> {
  return readCounter(db, tenantId, counter);
}

/** Writes whether an asset is kept, in the trash, or deleted. */
export async function updateAssetState(ctx: Writing, row: AssetRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE assets SET ${changeableColumns.assignments(row)}
    WHERE tenant_id = ${ctx.tenantId} AND asset_id = ${row.asset_id}`);
}

export async function updateAssetNames(ctx: Writing, row: AssetRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE assets SET ${editableColumns.assignments(row)} WHERE tenant_id = ${ctx.tenantId} AND asset_id = ${row.asset_id}`);
}
