import { type Account, toOptionalTimestamp, toTimestamp } from "../../../contract";
import type { Making, Reading, WriteContext, Writing } from "../../context";
import { indexRecords, type SearchRecord } from "../../search/records";
import { searchedRows } from "../../search/search";
import { queryWords, searchableText } from "../../search/text";
import { columns, integer, optionalInteger, optionalText, type RowOf, text } from "../../storage/columns";
import { counterChange, readCounter } from "../../storage/counters";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, sqlRows, type Value } from "../../storage/sql";

const table = columns({
  account_id: text,
  domain: text,
  name: optionalText,
  created_at: integer,
  updated_at: integer,
  latest_activity_at: optionalInteger,
});
const changeableColumns = table.only("name", "updated_at");
export type AccountRow = RowOf<typeof table>;

const counter = "accounts";

export function toAccountWithoutPersons(row: AccountRow): Omit<Account, "linkedPersons"> {
  return {
    accountId: row.account_id,
    domain: row.domain,
    name: row.name,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    latestActivityAt: toOptionalTimestamp(row.latest_activity_at),
  };
}

export function findAccount(db: Reader, tenantId: string, accountId: string): Promise<AccountRow | undefined> {
  return db.first(sql`SELECT ${table.names} FROM accounts WHERE tenant_id = ${tenantId} AND account_id = ${accountId}`);
}

/** Locks the row until the end of the transaction. */
export function findAccountToChange(ctx: WriteContext, accountId: string): Promise<AccountRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${table.names} FROM accounts
    WHERE tenant_id = ${ctx.tenantId} AND account_id = ${accountId} ${ctx.dialect.forUpdate}`);
}

export function findAccountByDomain(db: Reader, tenantId: string, domain: string): Promise<AccountRow | undefined> {
  return db.first(sql`SELECT ${table.names} FROM accounts WHERE tenant_id = ${tenantId} AND domain = ${domain}`);
}

/** Reads the accounts at once; returns a lookup by identifier, or by domain where the identifier is null. */
export async function accountsOf(
  db: Reader,
  tenantId: string,
  { accountIds, domains }: { accountIds: readonly string[]; domains: readonly string[] },
): Promise<(accountId: string | null, domain: string | null) => AccountRow | null> {
  const some = (column: Sql, values: readonly string[]): Promise<AccountRow[]> =>
    values.length === 0
      ? Promise.resolve([])
      : db.all(sql`SELECT ${table.names} FROM accounts WHERE tenant_id = ${tenantId} AND ${column} ${among(values)}`);
  const [named, ofDomains] = await Promise.all([some(sql`account_id`, accountIds), some(sql`domain`, domains)]);
  const byId = new Map(named.map((row) => [row.account_id, row]));
  const byDomain = new Map(ofDomains.map((row) => [row.domain, row]));
  return (accountId, domain) => (accountId === null ? byDomain.get(domain ?? "") : byId.get(accountId)) ?? null;
}

/** Adds no row when the domain has an account. */
export function accountInsert(tenantId: string, row: AccountRow): Sql {
  return sql`
    INSERT INTO accounts (tenant_id, ${table.names}) VALUES (${tenantId}, ${table.values(row)})
    ON CONFLICT (tenant_id, domain) DO NOTHING`;
}

export function oneAccountMore(ctx: Making): Sql {
  return counterChange(ctx, counter, 1);
}

export function accountCount(db: Reader, tenantId: string): Promise<number> {
  return readCounter(db, tenantId, counter);
}

export async function renameAccount(ctx: WriteContext, row: AccountRow): Promise<void> {
  await Promise.all([
    indexRecords(ctx, "accounts", [accountRecord(row)]),
    ctx.db.run(sql`
      UPDATE accounts SET ${changeableColumns.assignments(row)}
      WHERE tenant_id = ${ctx.tenantId} AND account_id = ${row.account_id}`),
  ]);
}

/** More than a page of a list has room for. */
const maxCountedPersons = 6_000;

/** `persons`: how many the account has, as far as they are counted. */
export type ListedAccount = AccountRow & { persons: number };

export function newestAccounts(db: Reader, filter: Sql, position: Value[] | undefined, limit: number): Promise<ListedAccount[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND account_id < ${last}`;
  return db.all(sql`
    SELECT ${table.names}, CAST((
      SELECT count(*) FROM (
        SELECT 1 FROM persons WHERE persons.tenant_id = accounts.tenant_id AND persons.domain = accounts.domain
        LIMIT ${maxCountedPersons}) AS counted) AS INTEGER) AS persons
    FROM accounts WHERE ${filter} ${before} ORDER BY account_id DESC LIMIT ${limit}`);
}

export async function noteNewLog(ctx: Writing, accountId: string, isActivity: boolean): Promise<void> {
  const latest = sql`CASE WHEN latest_activity_at > ${ctx.now} THEN latest_activity_at ELSE ${ctx.now} END`;
  await ctx.db.run(sql`
    UPDATE accounts SET log_count = log_count + 1 ${isActivity ? sql`, latest_activity_at = ${latest}` : nothing}
    WHERE tenant_id = ${ctx.tenantId} AND account_id = ${accountId}`);
}

/** When each account was visited last. A fixed order avoids deadlocks. */
export async function noteVisits({ db, tenantId, dialect }: Writing, lastVisits: ReadonlyMap<string, number>): Promise<void> {
  if (lastVisits.size === 0) return;
  const accounts = await db.all<{ account_id: string; latest_activity_at: number | null }>(sql`
    SELECT account_id, latest_activity_at FROM accounts
    WHERE tenant_id = ${tenantId} AND account_id ${among([...lastVisits.keys()])} ORDER BY account_id ${dialect.forUpdate}`);
  const rows = accounts
    .map(({ account_id, latest_activity_at }) => ({
      account_id,
      last: latest_activity_at ?? 0,
      at: lastVisits.get(account_id) ?? 0,
    }))
    .filter(({ last, at }) => last < at)
    .map(({ account_id, at }) => [account_id, at]);
  await Promise.all(
    sqlRows(rows).map((some) =>
      db.run(sql`
        UPDATE accounts SET latest_activity_at = CAST(visited.column2 AS BIGINT) FROM (VALUES ${some}) AS visited
        WHERE tenant_id = ${tenantId} AND account_id = visited.column1`),
    ),
  );
}

export async function noteDeletedLog(ctx: WriteContext, accountId: string): Promise<void> {
  await ctx.db.run(sql`
    UPDATE accounts SET log_count = log_count - 1 WHERE tenant_id = ${ctx.tenantId} AND account_id = ${accountId}`);
}

/** Undefined when there is no such account. */
export async function logCountOf(db: Reader, tenantId: string, accountId: string): Promise<number | undefined> {
  const row = await db.first<{ log_count: number }>(sql`
    SELECT log_count FROM accounts WHERE tenant_id = ${tenantId} AND account_id = ${accountId}`);
  return row?.log_count;
}

/** What an account is found by. */
export function accountRecord({ account_id, name, domain }: AccountRow): SearchRecord {
  return { key: account_id, text: searchableText([name, domain]) };
}

/** The newest that have every word. */
export async function foundAccounts(ctx: Reading, query: string, limit: number): Promise<AccountRow[]> {
  const { read } = await searchedRows(ctx, { kind: "accounts", words: queryWords(query) }, (keys) =>
    newestAccounts(ctx.db, sql`tenant_id = ${ctx.tenantId} AND account_id ${among(keys)}`, undefined, keys.length),
  );
  return read(undefined, limit);
}
