import { type ApiKey, type Scope, toOptionalTimestamp, toTimestamp } from "../../../contract";
import type { Reading, Writing } from "../../context";
import { columns, integer, optionalInteger, type RowOf, text } from "../../storage/columns";
import type { Reader, Transaction } from "../../storage/port";
import { among, nothing, sql, type Value } from "../../storage/sql";

const keyColumns = columns({
  key_id: text,
  name: text,
  scopes: text,
  hint: text,
  created_at: integer,
  expires_at: optionalInteger,
  revoked_at: optionalInteger,
  last_used_at: optionalInteger,
});
const selected = sql`tenant_id, ${keyColumns.names}`;

export interface KeyRow extends RowOf<typeof keyColumns> {
  tenant_id: string;
}

/** How often `lastUsedAt` is written at most, by all processes together. */
export const lastUsedMs = 60_000;

const keysAtOnce = 30;

export function toApiKey(row: KeyRow): ApiKey {
  return {
    keyId: row.key_id,
    name: row.name,
    scopes: scopesOf(row),
    hint: row.hint,
    createdAt: toTimestamp(row.created_at),
    expiresAt: toOptionalTimestamp(row.expires_at),
    revokedAt: toOptionalTimestamp(row.revoked_at),
    lastUsedAt: toOptionalTimestamp(row.last_used_at),
  };
}

export function scopesOf(row: Pick<KeyRow, "scopes">): Scope[] {
  return JSON.parse(row.scopes) as Scope[];
}

export function isActive(row: Pick<KeyRow, "revoked_at" | "expires_at">, now: number): boolean {
  return row.revoked_at === null && (row.expires_at === null || row.expires_at > now);
}

/** Names no tenant, because it finds out which tenant the key belongs to. */
export function findKeyByHash(db: Reader, hash: string): Promise<KeyRow | undefined> {
  return db.first(sql`SELECT ${selected} FROM api_keys WHERE hash = ${hash}`);
}

/** By their hashes. Names no tenant either: the keys may be of any number of them. */
export async function findKeysByHash(db: Reader, hashes: readonly string[]): Promise<Map<string, KeyRow>> {
  const rows = await db.all<KeyRow & { hash: string }>(sql`SELECT ${selected}, hash FROM api_keys WHERE hash ${among(hashes)}`);
  return new Map(rows.map((row) => [row.hash, row]));
}

export function findKey({ db, tenantId }: Pick<Reading, "db" | "tenantId">, keyId: string): Promise<KeyRow | undefined> {
  return db.first(sql`SELECT ${selected} FROM api_keys WHERE tenant_id = ${tenantId} AND key_id = ${keyId}`);
}

export function findKeyToChange(ctx: Pick<Writing, "db" | "tenantId" | "dialect">, keyId: string): Promise<KeyRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${selected} FROM api_keys WHERE tenant_id = ${ctx.tenantId} AND key_id = ${keyId} ${ctx.dialect.forUpdate}`);
}

export function newestKeys(db: Reader, tenantId: string, position: Value[] | undefined, limit: number): Promise<KeyRow[]> {
  const [last] = (position ?? []) as [string];
  return db.all(sql`
    SELECT ${selected} FROM api_keys WHERE tenant_id = ${tenantId} ${position === undefined ? nothing : sql`AND key_id < ${last}`}
    ORDER BY key_id DESC LIMIT ${limit}`);
}

/**
 * The newest keys that are active, or those that have ended. The console alone leaves one ended key a day, so they are read some
 * at a time, and others have their turn in between.
 */
export async function* keysInParts(
  { db, tenantId, now }: Reading,
  active: boolean,
  position?: Value[],
): AsyncGenerator<KeyRow[], void, undefined> {
  for (let last = position; ; ) {
    const rows = await newestKeys(db, tenantId, last, keysAtOnce);
    yield rows.filter((row) => isActive(row, now) === active);
    const end = rows.at(-1);
    if (end === undefined || rows.length < keysAtOnce) return;
    last = [end.key_id];
  }
}

export async function insertKey(tx: Transaction, row: KeyRow, hash: string): Promise<void> {
  await tx.run(sql`
    INSERT INTO api_keys (tenant_id, ${keyColumns.names}, hash) VALUES (${row.tenant_id}, ${keyColumns.values(row)}, ${hash})`);
}

export async function endKey(tx: Transaction, row: KeyRow): Promise<void> {
  await tx.run(sql`
    UPDATE api_keys SET revoked_at = ${row.revoked_at}, expires_at = ${row.expires_at}
    WHERE tenant_id = ${row.tenant_id} AND key_id = ${row.key_id}`);
}

export async function renameKey(tx: Transaction, row: KeyRow): Promise<void> {
  await tx.run(sql`UPDATE api_keys SET name = ${row.name} WHERE tenant_id = ${row.tenant_id} AND key_id = ${row.key_id}`);
}

export async function recordKeyUse(tx: Transaction, tenantId: string, keyId: string, at: number): Promise<void> {
  await tx.run(sql`
    UPDATE api_keys SET last_used_at = ${at}
    WHERE tenant_id = ${tenantId} AND key_id = ${keyId} AND (last_used_at IS NULL OR last_used_at <= ${at - lastUsedMs})`);
}
