import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { toAccount } from "./linked-persons";
import { findAccount } from "./queries";

export const getAccount: Handler<"getAccount"> = async (ctx, { params }) => {
  const row = await findAccount(ctx.db, ctx.tenantId, params.account_id);
  if (!row) throw notFound();
  return toAccount(ctx, row);
};
