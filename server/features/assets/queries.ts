import { type Asset, type AssetType, toOptionalTimestamp, toTimestamp } from "../../../contract";
import type { Reading, Writing } from "../../context";
import type { Reader } from "../../storage/port";
import { nothing, sql, sqlTuple, type Value } from "../../storage/sql";
import { addressesOf } from "./addresses";

export interface AssetRow {
  asset_id: string;
  name: string;
  purpose: string;
  /** JSON. */
  tags: string;
  ai_description: string;
  parent_asset_id: string | null;
  hidden: number;
  type: AssetType;
  file_id: string;
  content_type: string;
  size: number;
  /** Null when the file has no preview. */
  preview_type: string | null;
  created_at: number;
  updated_at: number;
  trashed_at: number | null;
  deleted_at: number | null;
}

const columns = sql`asset_id, name, purpose, tags, ai_description, parent_asset_id, hidden, type, file_id, content_type, size,
  preview_type, created_at, updated_at, trashed_at, deleted_at`;

export function toAssetWithoutAddresses(tenantId: string, row: AssetRow): Omit<Asset, "downloadUrl" | "previewDownloadUrl"> {
  return {
    assetId: row.asset_id,
    tenantId,
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
  return db.first(sql`SELECT ${columns} FROM assets WHERE tenant_id = ${tenantId} AND asset_id = ${assetId}`);
}

/** For a transaction that is about to change it. */
export function findAssetToChange(ctx: Writing, assetId: string): Promise<AssetRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${columns} FROM assets WHERE tenant_id = ${ctx.tenantId} AND asset_id = ${assetId} ${ctx.dialect.forUpdate}`);
}

export function newestAssets(db: Reader, tenantId: string, position: Value[] | undefined, limit: number): Promise<AssetRow[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND asset_id < ${last}`;
  return db.all(sql`
    SELECT ${columns} FROM assets
    WHERE tenant_id = ${tenantId} AND trashed_at IS NULL ${before} ORDER BY asset_id DESC LIMIT ${limit}`);
}

/** Whether anything is in the trash since before the moment. */
export async function hasTrashedBefore({ db, tenantId }: Reading, before: number): Promise<boolean> {
  const row = await db.first(sql`
    SELECT 1 AS found FROM assets
    WHERE tenant_id = ${tenantId} AND trashed_at IS NOT NULL AND deleted_at IS NULL AND trashed_at <= ${before} LIMIT 1`);
  return row !== undefined;
}

/** In the trash since before the moment, the longest first. */
export function longestTrashed(ctx: Writing, before: number, limit: number): Promise<AssetRow[]> {
  return ctx.db.all(sql`
    SELECT ${columns} FROM assets
    WHERE tenant_id = ${ctx.tenantId} AND trashed_at IS NOT NULL AND deleted_at IS NULL AND trashed_at <= ${before}
    ORDER BY trashed_at, asset_id LIMIT ${limit} ${ctx.dialect.forUpdate}`);
}

export type TrashedRow = AssetRow & { number: number };

/** Those of the numbers that are still in the trash, the highest first. */
export function trashedByNumber(db: Reader, tenantId: string, numbers: readonly number[]): Promise<TrashedRow[]> {
  return db.all(sql`
    SELECT number, assets.asset_id, name, purpose, tags, ai_description, parent_asset_id, hidden, assets.type, file_id,
      content_type, size, preview_type, created_at, updated_at, trashed_at, deleted_at
    FROM asset_trash JOIN assets ON assets.tenant_id = asset_trash.tenant_id AND assets.asset_id = asset_trash.asset_id
    WHERE asset_trash.tenant_id = ${tenantId} AND number IN ${sqlTuple(numbers)} ORDER BY number DESC`);
}

export async function insertAsset(ctx: Writing, row: AssetRow): Promise<void> {
  await ctx.db.run(sql`
    INSERT INTO assets (tenant_id, asset_id, name, purpose, tags, ai_description, parent_asset_id, hidden, type, file_id,
      content_type, size, preview_type, created_at, updated_at, trashed_at, deleted_at)
    VALUES (${ctx.tenantId}, ${row.asset_id}, ${row.name}, ${row.purpose}, ${row.tags}, ${row.ai_description},
      ${row.parent_asset_id}, ${row.hidden}, ${row.type}, ${row.file_id}, ${row.content_type}, ${row.size}, ${row.preview_type},
      ${row.created_at}, ${row.updated_at}, ${row.trashed_at}, ${row.deleted_at})`);
}

/** Where it is: kept, in the trash, or gone. */
export async function updateAssetPlace(ctx: Writing, row: AssetRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE assets SET trashed_at = ${row.trashed_at}, deleted_at = ${row.deleted_at}, updated_at = ${row.updated_at}
    WHERE tenant_id = ${ctx.tenantId} AND asset_id = ${row.asset_id}`);
}
