import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { findKeyToChange, renameKey, scopesOf, toApiKey } from "./queries";
import { refuseMoreScopes } from "./rights";

export const updateApiKey: Handler<"updateApiKey"> = async (ctx, { params, body }) => {
  const row = await findKeyToChange(ctx, params.key_id);
  if (!row) throw notFound();
  if (row.key_id !== ctx.actor.keyId) refuseMoreScopes(ctx.actor, scopesOf(row));
  const renamed = { ...row, name: body.name ?? row.name };
  if (!isEdited(row, renamed)) return toApiKey(row);
  const apiKey = toApiKey(renamed);
  await Promise.all([renameKey(ctx.db, renamed), recordEvent(ctx, "api_key.updated", row.key_id, apiKey)]);
  return apiKey;
};
