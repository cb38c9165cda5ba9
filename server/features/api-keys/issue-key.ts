import type { ApiKey, Scope } from "../../../contract";
import type { WriteContext } from "../../context";
import { recordEvent } from "../../events/record";
import { insertKey, type KeyRow, toApiKey } from "./queries";
import { hashSecret, hintOf, newKeySecret } from "./secret";

interface NewKey {
  name: string;
  scopes: readonly Scope[];
  expiresAt?: number | null;
  /** The operator's own key. Without it, one is generated. */
  secret?: string;
}

/** Stores the hash of a new key, and returns the key, which can't be read again. */
export async function issueKey(
  ctx: Pick<WriteContext, "db" | "tenantId" | "now" | "newId">,
  { name, scopes, expiresAt = null, secret = newKeySecret() }: NewKey,
): Promise<ApiKey & { key: string }> {
  const row: KeyRow = {
    tenant_id: ctx.tenantId,
    key_id: ctx.newId("key"),
    name,
    scopes: JSON.stringify([...new Set(scopes)]),
    hint: hintOf(secret),
    created_at: ctx.now,
    expires_at: expiresAt,
    revoked_at: null,
    last_used_at: null,
  };
  const apiKey = toApiKey(row);
  await Promise.all([insertKey(ctx.db, row, hashSecret(secret)), recordEvent(ctx, "api_key.created", row.key_id, apiKey)]);
  return { ...apiKey, key: secret };
}
