import type { WriteContext } from "../../context";
import { recordEvent } from "../../events/record";
import { type AccountRow, insertAccount, toAccountWithoutPersons } from "./queries";

/** An account exists for every person's domain. The row when it was created now, null when there was one. */
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
