import type { ApiKey } from "../../../contract";
import type { Writing } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { endKey, findKeyToChange, toApiKey } from "./queries";

export async function revokeKey(ctx: Omit<Writing, "site">, keyId: string): Promise<ApiKey> {
  const row = await findKeyToChange(ctx, keyId);
  if (!row) throw notFound();
  if (row.revoked_at !== null) return toApiKey(row);
  const revoked = { ...row, revoked_at: ctx.now };
  const apiKey = toApiKey(revoked);
  await Promise.all([endKey(ctx.db, revoked), recordEvent(ctx, "api_key.revoked", keyId, apiKey)]);
  return apiKey;
}
