import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound } from "../../records/problem";
import { type AccountLogRow, findAccountLog, markAccountLogDeleted, toAccountLog } from "./log-queries";
import { noteDeletedLog } from "./queries";

export const deleteAccountLog: Handler<"deleteAccountLog"> = async (ctx, { params }) => {
  const find = () => findAccountLog(ctx.db, ctx.tenantId, params.account_id, params.account_log_id);
  const row = await find();
  if (!row) throw notFound();
  const deletedNow = await markAccountLogDeleted(ctx, row);
  const log = toAccountLog((await find()) as AccountLogRow);
  if (deletedNow) {
    await Promise.all([noteDeletedLog(ctx, row.account_id), recordEvent(ctx, "account_log.deleted", row.account_log_id, log)]);
  }
  return log;
};
