import type { WebhookDelivery } from "../../../contract";
import type { Writing } from "../../context";
import { columns, integer, optionalInteger, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import type { Dialect } from "../../storage/dialects";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, sqlRows } from "../../storage/sql";

export type DeliveryState = WebhookDelivery["state"];
/** `redelivery`: a caller asked for another try. `test`: the event is made up. */
export type Purpose = WebhookDelivery["purpose"];

/** Names `succeeded` too, because the index of all others is found by that. */
export function inState(state: DeliveryState): Sql {
  return state === "succeeded" ? sql`state = 'succeeded'` : sql`state = ${state} AND state <> 'succeeded'`;
}

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
const dueColumns = deliveryColumns.only(
  "subscription_id",
  "delivery_id",
  "event_id",
  "event_type",
  "occurred_at",
  "purpose",
  "tries_made",
  "tries_left",
  "next_try_at",
);
export type DueDelivery = RowOf<typeof dueColumns> & { next_try_at: number };

const newColumns = deliveryColumns.without("last_status", "last_error", "finished_at");

export type NewDelivery = Pick<DeliveryRow, "subscription_id" | "delivery_id" | "event_id" | "event_type" | "occurred_at"> & {
  purpose: Purpose;
  triesLeft: number;
  body: string | null;
};

export type DeliveryWrite = Pick<Writing, "db" | "dialect" | "tenantId" | "now">;

/** Due at once. */
export async function insertDeliveries({ db, tenantId, now }: DeliveryWrite, deliveries: readonly NewDelivery[]): Promise<void> {
  const rows = deliveries.map(({ triesLeft, body, ...delivery }) => [
    tenantId,
    ...newColumns.list({
      ...delivery,
      state: "pending",
      tries_made: 0,
      tries_left: triesLeft,
      next_try_at: 0,
      created_at: now,
    }),
    body,
    "[]",
  ]);
  await Promise.all(
    sqlRows(rows).map((some) =>
      db.run(sql`INSERT INTO webhook_deliveries (tenant_id, ${newColumns.names}, body, tries) VALUES ${some}`),
    ),
  );
}

interface DeliveryRead {
  db: Reader;
  dialect: Dialect;
  tenantId: string;
}

/** In the order in which they became due, from the one after `last`. Without their tries: the answers in these may be large. */
export function dueDeliveries(
  { db, dialect, tenantId }: DeliveryRead,
  subscriptionId: string,
  last: DueDelivery | undefined,
  limit: number,
): Promise<DueDelivery[]> {
  const isAfter = last ? sql`AND (next_try_at, delivery_id) > (${last.next_try_at}, ${last.delivery_id})` : nothing;
  return db.all(sql`
    SELECT ${dueColumns.names} FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND state = 'pending' AND next_try_at <= ${dialect.now}
      ${isAfter}
    ORDER BY next_try_at, delivery_id LIMIT ${limit}`);
}

/** Undefined when none waits. `onlyAskedFor`: looks at tests and redeliveries alone. */
export async function nextTryInMs(
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
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND ${inState("pending")}
    ORDER BY delivery_id LIMIT 1`);
  return row?.created_at;
}

/** In the transaction that deletes these events: nothing more is sent of them, and no kept response repeats them. */
export function removeDeliveriesOf(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  eventIds: readonly string[],
): Promise<number> {
  return db.run(sql`DELETE FROM webhook_deliveries WHERE tenant_id = ${tenantId} AND event_id ${among(eventIds)}`);
}
