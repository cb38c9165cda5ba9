import { isDeepStrictEqual } from "node:util";
import { Existing, type Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { type AccountLogRow, findAccountLogByKey, insertAccountLog, toAccountLog } from "./log-queries";
import { findAccount, noteNewLog } from "./queries";

export const createAccountLog: Handler<"createAccountLog"> = async (ctx, { params, body }) => {
  const accountId = params.account_id;
  if (!(await findAccount(ctx.db, ctx.tenantId, accountId))) throw notFound();
  const row: AccountLogRow = {
    account_log_id: ctx.newId("log"),
    account_id: accountId,
    source: body.source,
    type: body.type,
    payload: JSON.stringify(body.payload),
    idempotency_key: body.idempotencyKey ?? null,
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
  };
  if (!(await insertAccountLog(ctx, row))) {
    const existing = (await findAccountLogByKey(ctx.db, ctx.tenantId, accountId, row.idempotency_key as string)) as AccountLogRow;
    if (!sameContent(existing, row)) throw new Problem("log_key_conflict", { existingId: existing.account_log_id });
    return new Existing(toAccountLog(existing));
  }
  const log = toAccountLog(row);
  await Promise.all([noteNewLog(ctx, accountId), recordEvent(ctx, "account_log.created", row.account_log_id, log)]);
  return log;
};

function sameContent(one: AccountLogRow, other: AccountLogRow): boolean {
  return (
    one.source === other.source &&
    one.type === other.type &&
    isDeepStrictEqual(JSON.parse(one.payload), JSON.parse(other.payload))
  );
}
