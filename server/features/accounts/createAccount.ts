import type { Handler } from "../../context";
import { Problem } from "../../records/problem";
import { ensureAccount } from "./ensure-account";
import { toAccount } from "./linked-persons";
import { findAccountByDomain } from "./queries";

export const createAccount: Handler<"createAccount"> = async (ctx, { body }) => {
  const created = await ensureAccount(ctx, body.domain, body.name ?? null);
  if (created) return toAccount(ctx, created);
  const existing = await findAccountByDomain(ctx.db, ctx.tenantId, body.domain);
  throw new Problem("domain_taken", existing ? { existingId: existing.account_id } : {});
};
