import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { isEdited } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { indexAudiencesOf } from "../audiences";
import { toAccount } from "./linked-persons";
import { findAccount, findAccountToChange, renameAccount, toAccountWithoutPersons } from "./queries";

export const updateAccount: Handler<"updateAccount"> = async (ctx, { params, body }) => {
  const found = await findAccount(ctx.db, ctx.tenantId, params.account_id);
  if (!found) throw notFound();
  // Its persons are locked first, then the account, then its audiences: a fixed order avoids deadlocks.
  const { linkedPersons } = await toAccount(ctx, found);
  const row = await findAccountToChange(ctx, params.account_id);
  if (!row) throw notFound();
  const renamed = { ...row, name: body.name, updated_at: ctx.now };
  if (!isEdited(row, renamed)) return { ...toAccountWithoutPersons(row), linkedPersons };
  await Promise.all([
    renameAccount(ctx, renamed),
    recordEvent(ctx, "account.updated", row.account_id, toAccountWithoutPersons(renamed)),
  ]);
  await indexAudiencesOf(ctx, [{ accountId: row.account_id }]);
  return { ...toAccountWithoutPersons(renamed), linkedPersons };
};
