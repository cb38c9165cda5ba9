import type { EventType } from "../../contract";
import type { Writing } from "../context";
import { among, sql } from "../storage/sql";
import { insertDeliveries, type NewDelivery } from "./deliveries/delivery-rows";
import { type EventFilter, matches } from "./event-filter";
import { enqueueSending } from "./jobs";
import { scheduleMs } from "./schedule";

export interface UnnumberedEvent {
  tenant_id: string;
  event_id: string;
  type: EventType;
  created_at: number;
  /** The size of its data. */
  bytes: number;
}

export interface Subscriber {
  subscriptionId: string;
  wanted: ReadonlySet<string>;
  filter: EventFilter | undefined;
}

/** Active subscriptions of the tenant. */
export async function findSubscribers({ db, tenantId }: Writing): Promise<Subscriber[]> {
  const rows = await db.all<{ subscription_id: string; events: string; filter: string | null }>(sql`
    SELECT subscription_id, events, filter FROM webhook_subscriptions WHERE tenant_id = ${tenantId} AND active = 1`);
  return rows.map(({ subscription_id, events, filter }) => ({
    subscriptionId: subscription_id,
    wanted: new Set(JSON.parse(events) as string[]),
    filter: filter === null ? undefined : (JSON.parse(filter) as EventFilter),
  }));
}

export function wantsType({ wanted }: Subscriber, type: EventType): boolean {
  return wanted.has("*") || wanted.has(type);
}

/** A delivery of each event for each subscriber that wants it. `failures`: in a row, by subscription. */
export async function addDeliveries(
  ctx: Writing,
  events: readonly UnnumberedEvent[],
  subscribers: readonly Subscriber[],
  failures: ReadonlyMap<string, number>,
): Promise<void> {
  if (subscribers.length === 0) return;
  const isFiltered = subscribers.some(({ filter }) => filter !== undefined);
  const contents = isFiltered ? await contentsOf(ctx, events) : new Map<string, Record<string, unknown>>();
  const work = subscribers.map(async (subscriber) => {
    const { subscriptionId, filter } = subscriber;
    const isWanted = ({ event_id, type }: UnnumberedEvent) =>
      wantsType(subscriber, type) && (filter === undefined || matches(filter, type, contents.get(event_id)));
    const deliveries = events.filter(isWanted).map(
      ({ event_id, type, created_at }): NewDelivery => ({
        subscription_id: subscriptionId,
        delivery_id: ctx.newId("delivery"),
        event_id,
        event_type: type,
        occurred_at: created_at,
        purpose: "event",
        triesLeft: scheduleMs.length,
        body: null,
      }),
    );
    if (deliveries.length === 0) return;
    await Promise.all([
      insertDeliveries(ctx, deliveries),
      enqueueSending(ctx, subscriptionId, failures.get(subscriptionId) ?? 0),
    ]);
  });
  await Promise.all(work);
}

async function contentsOf({ db, tenantId }: Writing, events: readonly UnnumberedEvent[]) {
  const rows = await db.all<{ event_id: string; data: string }>(sql`
    SELECT event_id, data FROM events WHERE tenant_id = ${tenantId} AND event_id ${among(events.map(({ event_id }) => event_id))}`);
  return new Map(rows.map(({ event_id, data }) => [event_id, JSON.parse(data) as Record<string, unknown>]));
}
