import type { EventType } from "../../contract";
import type { Writing } from "../context";
import { among, sql } from "../storage/sql";
import { insertDeliveries, type NewDelivery } from "./delivery-rows";
import { type EventFilter, matches } from "./event-filter";
import { failuresOf } from "./health";
import { enqueueSending } from "./jobs";
import { scheduleMs } from "./schedule";

export interface UnnumberedEvent {
  tenant_id: string;
  event_id: string;
  type: EventType;
  created_at: number;
}

interface Subscriber {
  subscription_id: string;
  events: string;
  filter: string | null;
}

/** A delivery of each event for each active subscription of its tenant that wants it. */
export async function addDeliveries(ctx: Writing, events: readonly UnnumberedEvent[]): Promise<void> {
  const subscribers = await ctx.db.all<Subscriber>(sql`
    SELECT subscription_id, events, filter FROM webhook_subscriptions WHERE tenant_id = ${ctx.tenantId} AND active = 1`);
  if (subscribers.length === 0) return;
  const isFiltered = subscribers.some(({ filter }) => filter !== null);
  const contents = isFiltered ? await contentsOf(ctx, events) : new Map<string, Record<string, unknown>>();
  const failures = await failuresOf(ctx);
  const work = subscribers.map(async ({ subscription_id, events: names, filter }) => {
    const wanted = new Set(JSON.parse(names) as string[]);
    const only = filter === null ? undefined : (JSON.parse(filter) as EventFilter);
    const isWanted = ({ event_id, type }: UnnumberedEvent) =>
      (wanted.has("*") || wanted.has(type)) && (only === undefined || matches(only, type, contents.get(event_id)));
    const deliveries = events.filter(isWanted).map(
      ({ event_id, type, created_at }): NewDelivery => ({
        subscription_id,
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
      enqueueSending(ctx, subscription_id, failures.get(subscription_id) ?? 0),
    ]);
  });
  await Promise.all(work);
}

async function contentsOf({ db, tenantId }: Writing, events: readonly UnnumberedEvent[]) {
  const rows = await db.all<{ event_id: string; data: string }>(sql`
    SELECT event_id, data FROM events WHERE tenant_id = ${tenantId} AND event_id ${among(events.map(({ event_id }) => event_id))}`);
  return new Map(rows.map(({ event_id, data }) => [event_id, JSON.parse(data) as Record<string, unknown>]));
}
