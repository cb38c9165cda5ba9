import { isDeepStrictEqual } from "node:util";
import { Existing, type Handler } from "../../context";
import { notFound, Problem } from "../../records/problem";
import { addAccountLog, newAccountLog } from "./add-account-log";
import { type AccountLogRow, findAccountLogByKey, toAccountLog } from "./log-queries";
import { findAccount } from "./queries";

export const createAccountLog: Handler<"createAccountLog"> = async (ctx, { params, body }) => {
  const accountId = params.account_id;
  if (!(await findAccount(ctx.db, ctx.tenantId, accountId))) throw notFound();
  const row = newAccountLog(ctx, accountId, { ...body, idempotencyKey: body.idempotencyKey ?? null });
  const added = await addAccountLog(ctx, row);
  if (added) return added;
  const existing = (await findAccountLogByKey(ctx.db, ctx.tenantId, accountId, row.idempotency_key as string)) as AccountLogRow;
  if (!sameContent(existing, row)) throw new Problem("log_key_conflict", { existingId: existing.account_log_id });
  return new Existing(toAccountLog(existing));
};

function sameContent(one: AccountLogRow, other: AccountLogRow): boolean {
  return (
    one.source === other.source &&
    one.type === other.type &&
    (one.payload === other.payload || isDeepStrictEqual(JSON.parse(one.payload), JSON.parse(other.payload)))
  );
}
