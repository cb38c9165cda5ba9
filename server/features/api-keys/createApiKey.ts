import type { Handler } from "../../context";
import { Problem } from "../../records/problem";
import { issueKey } from "./issue-key";
import { refuseMoreRights } from "./rights";

export const createApiKey: Handler<"createApiKey"> = async (ctx, { body }) => {
  const expiresAt = body.expiresAt == null ? null : Number(body.expiresAt);
  if (expiresAt !== null && expiresAt <= ctx.now) {
    const message = "must be in the future, as + and Unix time in milliseconds";
    throw new Problem("validation_failed", { errors: [{ location: "body.expiresAt", code: "in_the_past", message }] });
  }
  refuseMoreRights(ctx.actor, body.scopes, expiresAt);
  return issueKey(ctx, { name: body.name, scopes: body.scopes, expiresAt });
};
