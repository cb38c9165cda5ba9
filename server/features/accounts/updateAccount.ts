import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { indexAudiencesOf } from "../audiences";
import { toAccount } from "./linked-persons";
import { findAccountToChange, renameAccount, toAccountWithoutPersons } from "./queries";

export const updateAccount: Handler<"updateAccount"> = async (ctx, { params, body }) => {
  const row = await findAccountToChange(ctx, params.account_id);
  if (!row) throw notFound();
  const renamed = { ...row, name: body.name, updated_at: ctx.now };
  if (!isEdited(row, renamed)) return toAccount(ctx, row);
  await Promise.all([
    renameAccount(ctx, renamed),
    recordEvent(ctx, "account.updated", row.account_id, toAccountWithoutPersons(renamed)),
  ]);
  await indexAudiencesOf(ctx, { accountId: row.account_id });
  return toAccount(ctx, renamed);
};
