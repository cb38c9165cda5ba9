import type { WriteContext } from "../../context";
import { recordEvent } from "../../events/record";
import { type AccountRow, insertAccount, toAccountWithoutPersons } from "./queries";

/** Every person's domain has an account. Returns the row if it is new, and null if the account exists already. */
export async function ensureAccount(ctx: WriteContext, domain: string, name: string | null = null): Promise<AccountRow | null> {
  const row: AccountRow = {
    account_id: ctx.newId("account"),
    domain,
    name,
    created_at: ctx.now,
    updated_at: ctx.now,
    latest_activity_at: null,
  };
  if (!(await insertAccount(ctx, row))) return null;
  await recordEvent(ctx, "account.created", row.account_id, toAccountWithoutPersons(row));
  return row;
}
