import type { ApiKey } from "../../../contract";
import type { Handler, Writing } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../problem";
import { endKey, findKeyToChange, scopesOf, toApiKey } from "./queries";
import { refuseMoreScopes } from "./rights";

/** A key can't end what it couldn't grant, itself excepted. */
export const revokeApiKey: Handler<"revokeApiKey"> = async (ctx, { params }) => {
  const row = await findKeyToChange(ctx, params.key_id);
  if (!row) throw notFound();
  if (row.key_id !== ctx.actor.keyId) refuseMoreScopes(ctx.actor, scopesOf(row));
  return revokeKey(ctx, params.key_id);
};

export async function revokeKey(ctx: Omit<Writing, "site">, keyId: string): Promise<ApiKey> {
  const row = await findKeyToChange(ctx, keyId);
  if (!row) throw notFound();
  if (row.revoked_at !== null) return toApiKey(row);
  const revoked = { ...row, revoked_at: ctx.now };
  const apiKey = toApiKey(revoked);
  await Promise.all([endKey(ctx.db, revoked), recordEvent(ctx, "api_key.revoked", keyId, apiKey)]);
  return apiKey;
}
