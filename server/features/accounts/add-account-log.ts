import type { AccountLog } from "../../../contract";
import type { Writing } from "../../context";
import { recordEvent } from "../../events/record";
import { type AccountLogRow, insertAccountLog, toAccountLog } from "./log-queries";
import { noteNewLog } from "./queries";

type NewLog = Pick<AccountLog, "source" | "type" | "payload" | "idempotencyKey">;

export function newAccountLog(ctx: Pick<Writing, "newId" | "now">, accountId: string, log: NewLog): AccountLogRow {
  return {
    account_log_id: ctx.newId("log"),
    account_id: accountId,
    source: log.source,
    type: log.type,
    payload: JSON.stringify(log.payload),
    idempotency_key: log.idempotencyKey,
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
  };
}

/** Undefined when the account has an entry with this idempotency key. */
export async function addAccountLog(
  ctx: Writing,
  row: AccountLogRow,
  { isActivity = true }: { isActivity?: boolean } = {},
): Promise<AccountLog | undefined> {
  if (!(await insertAccountLog(ctx, row))) return undefined;
  const log = toAccountLog(row);
  await Promise.all([
    noteNewLog(ctx, row.account_id, isActivity),
    recordEvent(ctx, "account_log.created", row.account_log_id, log),
  ]);
  return log;
}
