import type { Writing } from "../../context";
import { columns, integer, optionalInteger, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import type { Dialect } from "../../storage/dialects";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, sqlRows } from "../../storage/sql";
import { isLong, shortenOldAnswers, withoutNeedlessAnswers } from "./long-answers";
import type { Try } from "./tries";

export type DeliveryState = "pending" | "succeeded" | "failed";
/** `redelivery`: a caller asked for another try. `test`: the event is made up. */
export type Purpose = "event" | "redelivery" | "test";

export const deliveryColumns = columns({
  subscription_id: text,
  delivery_id: text,
  event_id: text,
  event_type: text,
  occurred_at: integer,
  purpose: textOf<Purpose>(),
  state: textOf<DeliveryState>(),
  tries_made: integer,
  tries_left: integer,
  next_try_at: optionalInteger,
  last_status: optionalInteger,
  last_error: optionalText,
  created_at: integer,
  finished_at: optionalInteger,
});
export type DeliveryRow = RowOf<typeof deliveryColumns>;

/** Only the columns that sending needs: thousands of these rows are in memory. */
const dueColumns = columns({
  subscription_id: text,
  delivery_id: text,
  event_id: text,
  event_type: text,
  occurred_at: integer,
  purpose: textOf<Purpose>(),
  tries_made: integer,
  tries_left: integer,
  next_try_at: integer,
});
export interface DueDelivery extends RowOf<typeof dueColumns> {
  body_bytes: number;
}

export type NewDelivery = Pick<DeliveryRow, "subscription_id" | "delivery_id" | "event_id" | "event_type" | "occurred_at"> & {
  purpose: Purpose;
  triesLeft: number;
  body: string | null;
};

type DeliveryWrite = Pick<Writing, "db" | "dialect" | "tenantId" | "now">;

/** Due at once. */
export async function insertDeliveries({ db, tenantId, now }: DeliveryWrite, deliveries: readonly NewDelivery[]): Promise<void> {
  const rows = deliveries.map((delivery) => [
    tenantId,
    delivery.subscription_id,
    delivery.delivery_id,
    delivery.event_id,
    delivery.event_type,
    delivery.occurred_at,
    delivery.purpose,
    "pending",
    0,
    delivery.triesLeft,
    0,
    now,
    delivery.body,
    "[]",
  ]);
  await Promise.all(
    sqlRows(rows).map((some) =>
      db.run(sql`
        INSERT INTO webhook_deliveries (tenant_id, subscription_id, delivery_id, event_id, event_type, occurred_at, purpose, state,
          tries_made, tries_left, next_try_at, created_at, body, tries) VALUES ${some}`),
    ),
  );
}

interface ReadPlace {
  db: Reader;
  dialect: Dialect;
  tenantId: string;
}

/** In the order in which they became due, from the one after `last`. Without their tries: the answers in these may be large. */
export function dueDeliveries(
  { db, dialect, tenantId }: ReadPlace,
  subscriptionId: string,
  last: DueDelivery | undefined,
  limit: number,
): Promise<DueDelivery[]> {
  const isAfter = last ? sql`AND (next_try_at, delivery_id) > (${last.next_try_at}, ${last.delivery_id})` : nothing;
  return db.all(sql`
    SELECT ${dueColumns.names}, coalesce(octet_length(body), (
      SELECT octet_length(data) FROM events WHERE tenant_id = ${tenantId} AND event_id = webhook_deliveries.event_id), 0) AS body_bytes
    FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND state = 'pending' AND next_try_at <= ${dialect.now}
      ${isAfter}
    ORDER BY next_try_at, delivery_id LIMIT ${limit}`);
}

/** Undefined when none waits. `onlyAskedFor`: looks at tests and redeliveries alone. */
export async function nextDueInMs(
  { db, dialect, tenantId }: DeliveryWrite,
  subscriptionId: string,
  onlyAskedFor: boolean,
): Promise<number | undefined> {
  const row = await db.first<{ in_ms: number }>(sql`
    SELECT next_try_at - ${dialect.now} AS in_ms FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND state = 'pending'
      ${onlyAskedFor ? sql`AND purpose <> 'event'` : nothing}
    ORDER BY next_try_at, delivery_id LIMIT 1`);
  return row && Math.max(0, row.in_ms);
}

/** When the oldest pending delivery was made. */
export async function oldestPending(db: Reader, tenantId: string, subscriptionId: string): Promise<number | undefined> {
  const row = await db.first<{ created_at: number }>(sql`
    SELECT created_at FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND state = 'pending' AND state <> 'succeeded'
    ORDER BY delivery_id LIMIT 1`);
  return row?.created_at;
}

export interface Settled {
  delivery: DueDelivery;
  state: DeliveryState;
  /** Until the next try; null when there is none. */
  waitMs: number | null;
  made: Try;
}

const maxKeptTries = 20;

/** Almost all deliveries succeed: many of these are settled in one statement. */
export async function settleDeliveries(ctx: DeliveryWrite, subscriptionId: string, settled: readonly Settled[]): Promise<void> {
  const all = withoutNeedlessAnswers(settled);
  const isOneOfMany = ({ state, delivery }: Settled) => state === "succeeded" && delivery.tries_made < maxKeptTries;
  const { many = [], single = [] } = Object.groupBy(all, (one) => (isOneOfMany(one) ? "many" : "single"));
  const ids = among(many.map(({ delivery }) => delivery.delivery_id));
  const settledRows = await Promise.all([
    ...sqlRows(many.map(rowOf)).map((rows) => settleSucceeded(ctx, subscriptionId, rows, ids)),
    ...single.map((one) => settleSingle(ctx, one)),
  ]);
  if (settledRows.reduce((sum, count) => sum + count, 0) < all.length) {
    await Promise.all(all.filter(({ delivery }) => delivery.purpose === "event").map((one) => keepAskedFor(ctx, one)));
  }
  if (all.some(({ made }) => isLong(made))) await shortenOldAnswers(ctx, subscriptionId);
}

function rowOf({ delivery, made }: Settled): string[] {
  return [delivery.delivery_id, String(made.status), JSON.stringify(made), String(Number(isLong(made))), delivery.purpose];
}

/**
 * All values are texts, because PostgreSQL can't tell the types of such a list. They are also named by `ids`: for a list alone, it
 * reads all deliveries of the subscription.
 */
function settleSucceeded({ db, tenantId, now }: DeliveryWrite, subscriptionId: string, rows: Sql, ids: Sql): Promise<number> {
  return db.run(sql`
    UPDATE webhook_deliveries SET state = 'succeeded', tries_made = tries_made + 1, tries_left = 0, next_try_at = NULL,
      last_status = CAST(made.column2 AS INTEGER), last_error = NULL, finished_at = ${now}, tries = ${triesAnd(sql`made.column3`)},
      long_answers = long_answers + CAST(made.column4 AS INTEGER)
    FROM (VALUES ${rows}) AS made
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND delivery_id ${ids} AND delivery_id = made.column1
      AND purpose = made.column5`);
}

async function settleSingle(ctx: DeliveryWrite, { delivery, state, waitMs, made }: Settled): Promise<number> {
  const { db, dialect, tenantId, now } = ctx;
  // A caller asked for this try alone; the next ones follow the schedule.
  const purpose: Purpose = waitMs === null ? delivery.purpose : "event";
  const nextTryAt = waitMs === null ? sql`NULL` : sql`${dialect.now} + ${waitMs}`;
  const tries =
    delivery.tries_made < maxKeptTries ? triesAnd(sql`${JSON.stringify(made)}`) : sql`${await lastTries(ctx, delivery, made)}`;
  return db.run(sql`
    UPDATE webhook_deliveries SET state = ${state}, purpose = ${purpose}, tries_made = ${delivery.tries_made + 1},
      tries_left = ${waitMs === null ? 0 : delivery.tries_left - 1}, next_try_at = ${nextTryAt}, last_status = ${made.status},
      last_error = ${made.error}, finished_at = ${waitMs === null ? now : null}, tries = ${tries},
      long_answers = long_answers + ${Number(isLong(made))}
    WHERE tenant_id = ${tenantId} AND subscription_id = ${delivery.subscription_id} AND delivery_id = ${delivery.delivery_id}
      AND purpose = ${delivery.purpose}`);
}

/** While this try was under way, a caller asked for another one: it stays due. */
async function keepAskedFor({ db, tenantId }: DeliveryWrite, { delivery, made }: Settled): Promise<void> {
  await db.run(sql`
    UPDATE webhook_deliveries SET state = 'pending', tries_made = tries_made + 1,
      tries_left = CASE WHEN tries_left > 1 THEN tries_left - 1 ELSE 1 END, last_status = ${made.status}, last_error = ${made.error},
      tries = ${triesAnd(sql`${JSON.stringify(made)}`)}, long_answers = long_answers + ${Number(isLong(made))}
    WHERE tenant_id = ${tenantId} AND subscription_id = ${delivery.subscription_id} AND delivery_id = ${delivery.delivery_id}
      AND purpose = 'redelivery' AND next_try_at = 0`);
}

/** Appended by the database: reading the tries of many deliveries would take much memory. */
function triesAnd(made: Sql): Sql {
  return sql`CASE tries WHEN '[]' THEN '[' ELSE substr(tries, 1, length(tries) - 1) || ',' END || ${made} || ']'`;
}

async function lastTries(
  { db, tenantId }: DeliveryWrite,
  { subscription_id, delivery_id }: DueDelivery,
  made: Try,
): Promise<string> {
  const row = await db.first<{ tries: string }>(sql`
    SELECT tries FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscription_id} AND delivery_id = ${delivery_id}`);
  const before = JSON.parse(row?.tries ?? "[]") as Try[];
  return JSON.stringify([...before, made].slice(-maxKeptTries));
}

/** In the transaction that deletes these events: nothing more is sent of them, and no kept response repeats them. */
export function removeDeliveriesOf(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  eventIds: readonly string[],
): Promise<number> {
  return db.run(sql`DELETE FROM webhook_deliveries WHERE tenant_id = ${tenantId} AND event_id ${among(eventIds)}`);
}
