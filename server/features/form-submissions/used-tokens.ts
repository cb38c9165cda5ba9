import type { Reading, Writing } from "../../context";
import { jobType, type NamedJobKind } from "../../jobs/job";
import { among, sql, sqlRows } from "../../storage/sql";
import { rowsAtOnce, sweepTenants } from "../tenants";

/** Longer than any token is valid. */
const keptMs = 9 * 86_400_000;

/** What a visitor sends, by keyed hashes: the token that is used for it, and the content. */
export interface TokenUse {
  tokenHash: string;
  contentHash: string;
}

/** `again`: the same was sent before. `taken`: the token was used for something else. */
export async function useToken(ctx: Writing, { tokenHash, contentHash }: TokenUse): Promise<"first" | "again" | "taken"> {
  const { db, tenantId, now } = ctx;
  const inserted = await db.run(sql`
    INSERT INTO used_tokens (tenant_id, token_hash, content_hash, used_at) VALUES (${tenantId}, ${tokenHash}, ${contentHash}, ${now})
    ON CONFLICT (tenant_id, token_hash) DO NOTHING`);
  if (inserted === 1) return "first";
  const used = await db.first<{ content_hash: string }>(sql`
    SELECT content_hash FROM used_tokens WHERE tenant_id = ${tenantId} AND token_hash = ${tokenHash}`);
  return used?.content_hash === contentHash ? "again" : "taken";
}

/** Those that are used for the first time; of equal ones among them, one. */
export async function useTokens({ db, tenantId, now }: Writing, uses: readonly TokenUse[]): Promise<Set<string>> {
  // In a fixed order, which avoids deadlocks.
  const ordered = uses.toSorted((one, other) => (one.tokenHash < other.tokenHash ? -1 : 1));
  const rows = ordered.map(({ tokenHash, contentHash }) => [tenantId, tokenHash, contentHash, now]);
  const added = await Promise.all(
    sqlRows(rows, { often: true }).map((some) =>
      db.all<{ token_hash: string }>(sql`
        INSERT INTO used_tokens (tenant_id, token_hash, content_hash, used_at) VALUES ${some}
        ON CONFLICT (tenant_id, token_hash) DO NOTHING RETURNING token_hash`),
    ),
  );
  return new Set(added.flat().map(({ token_hash }) => token_hash));
}

/** For what was refused after all, and may be sent again. */
export async function giveBackTokens({ db, tenantId }: Writing, tokenHashes: readonly string[]): Promise<void> {
  await db.run(sql`DELETE FROM used_tokens WHERE tenant_id = ${tenantId} AND token_hash ${among(tokenHashes)}`);
}

export const removeUsedTokensJob = jobType<null>("removeUsedTokens", "upkeep");

export const removeUsedTokens: NamedJobKind<null> = {
  type: removeUsedTokensJob,
  maxAttempts: 5,
  run: (job) => sweepTenants(job, { isDue, remove }),
};

async function isDue({ db, tenantId, now }: Reading): Promise<boolean> {
  const old = await db.first(sql`
    SELECT 1 AS found FROM used_tokens WHERE tenant_id = ${tenantId} AND used_at < ${now - keptMs} LIMIT 1`);
  return old !== undefined;
}

async function remove({ db, tenantId, now }: Writing): Promise<boolean> {
  const removed = await db.run(sql`
    DELETE FROM used_tokens WHERE tenant_id = ${tenantId} AND token_hash IN (
      SELECT token_hash FROM used_tokens WHERE tenant_id = ${tenantId} AND used_at < ${now - keptMs}
      ORDER BY used_at LIMIT ${rowsAtOnce})`);
  return removed === rowsAtOnce;
}
