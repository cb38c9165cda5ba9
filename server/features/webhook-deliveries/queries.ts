import { toOptionalTimestamp, toTimestamp, type WebhookDelivery } from "../../../contract";
import type { Reading, Writing } from "../../context";
import { lowestId } from "../../records/ids";
import { nothing, type Sql, sql, type Value } from "../../storage/sql";
import { type DeliveryRow, deliveryColumns, inState } from "../../webhooks/deliveries/delivery-rows";
import type { Try } from "../../webhooks/deliveries/tries";

export function toDelivery(row: DeliveryRow, now: number): WebhookDelivery {
  return {
    deliveryId: row.delivery_id,
    subscriptionId: row.subscription_id,
    eventId: row.event_id,
    eventType: row.event_type as WebhookDelivery["eventType"],
    purpose: row.purpose,
    state: row.state,
    triesMade: row.tries_made,
    // What is due at once has no time of its own.
    nextTryAt: row.state === "pending" ? toTimestamp(Math.round(row.next_try_at || now)) : null,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: toTimestamp(row.created_at),
    finishedAt: toOptionalTimestamp(row.finished_at),
  };
}

export function toTry({ at, durationMs, status, error, answer }: Try) {
  return { at: toTimestamp(at), durationMs, status, error, answer };
}

interface Wanted {
  state?: WebhookDelivery["state"] | undefined;
  eventType?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

export function deliveryFilter({ tenantId }: Reading, subscriptionId: string, { state, eventType, from, to }: Wanted): Sql {
  return sql`tenant_id = ${tenantId} AND subscription_id = ${subscriptionId}
    ${state === undefined ? nothing : sql`AND ${inState(state)}`}
    ${eventType === undefined ? nothing : sql`AND event_type = ${eventType}`}
    ${from === undefined ? nothing : sql`AND delivery_id >= ${lowestId("delivery", from)}`}
    ${to === undefined ? nothing : sql`AND delivery_id < ${lowestId("delivery", to)}`}`;
}

export function newestDeliveries(
  { db }: Reading,
  filter: Sql,
  position: Value[] | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  const [last] = (position ?? []) as [string];
  return db.all(sql`
    SELECT ${deliveryColumns.names} FROM webhook_deliveries WHERE ${filter}
    ${position === undefined ? nothing : sql`AND delivery_id < ${last}`} ORDER BY delivery_id DESC LIMIT ${limit}`);
}

export function findDelivery(
  { db, tenantId }: Reading,
  subscriptionId: string,
  deliveryId: string,
): Promise<(DeliveryRow & { tries: string }) | undefined> {
  return db.first(sql`
    SELECT ${deliveryColumns.names}, tries FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND delivery_id = ${deliveryId}`);
}

/**
 * Due at once. One that is pending for an active subscription keeps its tries, any other gets one more. This try is not counted
 * towards disabling, whatever comes after it.
 */
export async function makeDue({ db, tenantId }: Writing, delivery: DeliveryRow, isActive: boolean): Promise<void> {
  const { subscription_id, delivery_id, state, purpose } = delivery;
  const oneMore = state === "pending" && isActive ? nothing : sql`, state = 'pending', tries_left = 1, finished_at = NULL`;
  await db.run(sql`
    UPDATE webhook_deliveries SET next_try_at = 0, purpose = ${purpose === "test" ? purpose : "redelivery"} ${oneMore}
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscription_id} AND delivery_id = ${delivery_id}`);
}
