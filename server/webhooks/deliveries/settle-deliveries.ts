import { among, type Sql, sql, sqlRows } from "../../storage/sql";
import type { DeliveryState, DeliveryWrite, DueDelivery, Purpose } from "./delivery-rows";
import { isLong, shortenOldAnswers, withoutNeedlessAnswers } from "./long-answers";
import type { Try } from "./tries";

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
