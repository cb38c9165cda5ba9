import type { Account, Person } from "../../../contract";
import type { ReadContext, WriteContext } from "../../context";
import { nothing } from "../../storage/sql";
import { personsOfDomains } from "../persons";
import { type AccountRow, toAccountWithoutPersons } from "./queries";

export async function withLinkedPersons(ctx: ReadContext | WriteContext, rows: AccountRow[]): Promise<Account[]> {
  // The answer to a change may be stored. The lock keeps its persons from being erased before the stored answer can be found.
  const lock = "dialect" in ctx ? ctx.dialect.forShare : nothing;
  const domains = rows.map((row) => row.domain);
  const byDomain = new Map<string | null, Person[]>(rows.map((row) => [row.domain, []]));
  for (const person of await personsOfDomains(ctx.db, ctx.tenantId, domains, lock)) {
    byDomain.get(person.domain)?.push(person);
  }
  return rows.map((row) => ({ ...toAccountWithoutPersons(row), linkedPersons: byDomain.get(row.domain) as Person[] }));
}

export async function toAccount(ctx: ReadContext | WriteContext, row: AccountRow): Promise<Account> {
  const [account] = await withLinkedPersons(ctx, [row]);
  return account as Account;
}
