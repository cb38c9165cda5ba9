import type { Making, Writing } from "../../context";
import { eventInsert, eventsChannel } from "../../events/record";
import { recordWrites } from "../../search/records";
import type { Write } from "../../storage/port";
import { type AccountRow, accountInsert, accountRecord, oneAccountMore, toAccountWithoutPersons } from "./queries";

/** Every person's domain has an account. Returns the row if it is new, and null if the account exists already. */
export async function ensureAccount(ctx: Writing, domain: string, name: string | null = null): Promise<AccountRow | null> {
  const row = newAccount(ctx, domain, name);
  return (await ctx.db.write(accountWrite(ctx, row))) ? row : null;
}

/** The same as part of a larger write. */
export function ensuredAccount(ctx: Making, domain: string): Write {
  return accountWrite(ctx, newAccount(ctx, domain, null));
}

function newAccount(ctx: Making, domain: string, name: string | null): AccountRow {
  return {
    account_id: ctx.newId("account"),
    domain,
    name,
    created_at: ctx.now,
    updated_at: ctx.now,
    latest_activity_at: null,
  };
}

function accountWrite(ctx: Making, row: AccountRow): Write {
  const data = () => JSON.stringify(toAccountWithoutPersons(row));
  return {
    insert: accountInsert(ctx.tenantId, row),
    wakes: eventsChannel,
    followedBy: () => [
      { insert: oneAccountMore(ctx) },
      { insert: eventInsert(ctx, "account.created", row.account_id, data()) },
      ...recordWrites(ctx, "accounts", accountRecord(row)),
    ],
  };
}
