import type { Handler } from "../../context";
import { notFound } from "../../records/problem";
import { findAccountLog, toAccountLog } from "./log-queries";

export const getAccountLog: Handler<"getAccountLog"> = async (ctx, { params }) => {
  const row = await findAccountLog(ctx.db, ctx.tenantId, params.account_id, params.account_log_id);
  if (!row) throw notFound();
  return toAccountLog(row);
};
