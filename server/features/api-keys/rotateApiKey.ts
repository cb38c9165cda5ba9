import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { issueKey } from "./issue-key";
import { endKey, findKeyToChange, isActive, scopesOf } from "./queries";
import { refuseMoreRights } from "./rights";

const hourMs = 3_600_000;
const overlapMs = { "0": 0, "1h": hourMs, "24h": 24 * hourMs, "7d": 7 * 24 * hourMs } as const;

export const rotateApiKey: Handler<"rotateApiKey"> = async (ctx, { params, body }) => {
  const row = await findKeyToChange(ctx, params.key_id);
  if (!row) throw notFound();
  if (!isActive(row, ctx.now)) throw new Problem("key_not_active");
  refuseMoreRights(ctx.actor, scopesOf(row), row.expires_at);
  const issued = await issueKey(ctx, { name: row.name, scopes: scopesOf(row), expiresAt: row.expires_at });
  const end = ctx.now + overlapMs[body.overlap];
  // Without an overlap the key is revoked as well, because a request with an earlier clock would find it active.
  const revokedAt = body.overlap === "0" ? ctx.now : null;
  await Promise.all([
    endKey(ctx.db, { ...row, expires_at: Math.min(end, row.expires_at ?? end), revoked_at: revokedAt }),
    recordEvent(ctx, "api_key.rotated", row.key_id, { keyId: row.key_id, replacedBy: issued.keyId }),
  ]);
  return issued;
};
