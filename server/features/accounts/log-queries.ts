import { type AccountLog, toOptionalTimestamp, toTimestamp } from "../../../contract";
import type { WriteContext, Writing } from "../../context";
import { columns, integer, optionalInteger, optionalText, type RowOf, text } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, type Value } from "../../storage/sql";

const logColumns = columns({
  account_log_id: text,
  account_id: text,
  source: text,
  type: text,
  payload: text,
  idempotency_key: optionalText,
  created_at: integer,
  updated_at: optionalInteger,
  deleted_at: optionalInteger,
});
export type AccountLogRow = RowOf<typeof logColumns>;

export function toAccountLog(row: AccountLogRow): AccountLog {
  return {
    accountLogId: row.account_log_id,
    accountId: row.account_id,
    source: row.source,
    type: row.type,
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    idempotencyKey: row.idempotency_key,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toOptionalTimestamp(row.updated_at),
    deletedAt: toOptionalTimestamp(row.deleted_at),
  };
}

export function findAccountLog(
  db: Reader,
  tenantId: string,
  accountId: string,
  logId: string,
): Promise<AccountLogRow | undefined> {
  return db.first(sql`
    SELECT ${logColumns.names} FROM account_logs
    WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND account_log_id = ${logId}`);
}

export function findAccountLogByKey(
  db: Reader,
  tenantId: string,
  accountId: string,
  key: string,
): Promise<AccountLogRow | undefined> {
  return db.first(sql`
    SELECT ${logColumns.names} FROM account_logs
    WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND idempotency_key = ${key}`);
}

/** False when the account has an entry with this idempotency key. */
export async function insertAccountLog(ctx: Writing, row: AccountLogRow): Promise<boolean> {
  const inserted = await ctx.db.run(sql`
    INSERT INTO account_logs (tenant_id, ${logColumns.names})
    VALUES (${ctx.tenantId}, ${logColumns.values(row)})
    ON CONFLICT (tenant_id, account_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING`);
  return inserted === 1;
}

/** False when it is deleted already. */
export async function markAccountLogDeleted(ctx: WriteContext, row: AccountLogRow): Promise<boolean> {
  const marked = await ctx.db.run(sql`
    UPDATE account_logs SET deleted_at = ${ctx.now}
    WHERE tenant_id = ${ctx.tenantId} AND account_id = ${row.account_id} AND account_log_id = ${row.account_log_id} AND deleted_at IS NULL`);
  return marked === 1;
}

interface LogFilter {
  source?: string | undefined;
  type?: string | undefined;
}

export function accountLogFilter(tenantId: string, accountId: string, { source, type }: LogFilter): Sql {
  return sql`tenant_id = ${tenantId} AND account_id = ${accountId} AND deleted_at IS NULL
    ${source === undefined ? nothing : sql`AND source = ${source}`}
    ${type === undefined ? nothing : sql`AND type = ${type}`}`;
}

const payloadBytes = logColumns.bytes("payload");

/** Which ones are next, and how large they are. */
export function newestAccountLogs(
  db: Reader,
  filter: Sql,
  position: Value[] | undefined,
  limit: number,
): Promise<(Pick<AccountLogRow, "account_log_id"> & { bytes: number })[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND account_log_id < ${last}`;
  return db.all(sql`
    SELECT account_log_id, ${payloadBytes} FROM account_logs WHERE ${filter} ${before}
    ORDER BY account_log_id DESC LIMIT ${limit}`);
}

export function accountLogsById(
  db: Reader,
  tenantId: string,
  accountId: string,
  logs: readonly Pick<AccountLogRow, "account_log_id">[],
): Promise<AccountLogRow[]> {
  const ids = logs.map(({ account_log_id }) => account_log_id);
  return db.all(sql`
    SELECT ${logColumns.names} FROM account_logs
    WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND account_log_id ${among(ids)} ORDER BY account_log_id DESC`);
}
