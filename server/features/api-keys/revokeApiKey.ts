import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findKeyToChange, scopesOf } from "./queries";
import { revokeKey } from "./revoke-key";
import { refuseMoreScopes } from "./rights";

/** A key can revoke itself, and keys whose scopes it holds. */
export const revokeApiKey: Handler<"revokeApiKey"> = async (ctx, { params }) => {
  const row = await findKeyToChange(ctx, params.key_id);
  if (!row) throw notFound();
  if (row.key_id !== ctx.actor.keyId) refuseMoreScopes(ctx.actor, scopesOf(row));
  return revokeKey(ctx, params.key_id);
};
