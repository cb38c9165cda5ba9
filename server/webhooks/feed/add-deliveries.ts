import type { EventType } from "../../../contract";
import type { Writing } from "../../context";
import type { Reader } from "../../storage/port";
import { type Sql, sql } from "../../storage/sql";
import { insertDeliveries, type NewDelivery } from "../deliveries/delivery-rows";
import { failuresOf } from "../health";
import { enqueueSending } from "../jobs";
import { scheduleMs } from "../schedule";
import { contentsOf } from "./event-contents";
import { matches } from "./event-filter";
import { feedLock } from "./number-events";
import { findSubscribers, mayWant, type Subscriber } from "./subscribers";

/** Few enough that other changes on SQLite don't wait for long. */
const deliveriesAtOnce = 1_000;
const eventsAtOnce = 500;
const bytesAtOnce = 1_048_576;
const tenantsAtOnce = 100;

interface NumberedEvent {
  event_id: string;
  type: EventType;
  created_at: number;
  position: number;
  /** The size of its data. */
  bytes: number;
}

/** A tenant whose latest events have no deliveries yet. */
interface Behind {
  tenant_id: string;
  position: number;
  delivered: number;
}

interface AddedDeliveries {
  /** Deliveries that were added, and events that were looked at. */
  work: number;
  isMore: boolean;
  /** The tenant after which to go on. */
  lastTenant: string;
}

export async function hasUndelivered(db: Reader): Promise<boolean> {
  return (await db.first(sql`SELECT 1 AS found FROM feed_positions WHERE delivered < position LIMIT 1`)) !== undefined;
}

/**
 * Adds the deliveries of numbered events, about as many as there is `room` for: at least one event of each of some tenants, which
 * take turns.
 */
export async function addDeliveries(
  ctx: Omit<Writing, "tenantId">,
  room: number,
  lastTenant: string,
): Promise<AddedDeliveries | "locked"> {
  if (!(await ctx.db.tryLock(feedLock))) return "locked";
  const tenants = await tenantsBehind(ctx.db, lastTenant);
  const share = (all: number) => Math.ceil(all / Math.max(1, tenants.length));
  const added = await Promise.all(
    tenants.map((tenant) =>
      addOfTenant({ ...ctx, tenantId: tenant.tenant_id }, tenant, share(Math.min(room, deliveriesAtOnce)), share(eventsAtOnce)),
    ),
  );
  return {
    work: added.reduce((sum, one) => sum + one.work, 0),
    isMore: tenants.length === tenantsAtOnce || added.some(({ isMore }) => isMore),
    lastTenant: tenants.length === tenantsAtOnce ? (tenants.at(-1) as Behind).tenant_id : "",
  };
}

async function tenantsBehind(db: Reader, lastTenant: string): Promise<Behind[]> {
  const select = (those: Sql, limit: number) =>
    db.all<Behind>(sql`
      SELECT tenant_id, position, delivered FROM feed_positions WHERE delivered < position AND ${those}
      ORDER BY tenant_id LIMIT ${limit}`);
  const next = await select(sql`tenant_id > ${lastTenant}`, tenantsAtOnce);
  if (lastTenant === "" || next.length === tenantsAtOnce) return next;
  return [...next, ...(await select(sql`tenant_id <= ${lastTenant}`, tenantsAtOnce - next.length))];
}

async function addOfTenant(ctx: Writing, { position, delivered }: Behind, maxDeliveries: number, maxEvents: number) {
  const { db, tenantId } = ctx;
  const [events, subscribers, failures] = await Promise.all([
    db.all<NumberedEvent>(sql`
      SELECT event_id, type, created_at, position, octet_length(data) AS bytes FROM events
      WHERE tenant_id = ${tenantId} AND position > ${delivered} AND position <= ${position} ORDER BY position LIMIT ${maxEvents}`),
    findSubscribers(ctx),
    failuresOf(ctx),
  ]);
  const first = firstOf(events, subscribers, maxDeliveries);
  // Missing events in between have expired or were erased.
  const isAll = first.length === events.length && events.length < maxEvents;
  const end = isAll ? position : (first.at(-1) as NumberedEvent).position;
  const [deliveries] = await Promise.all([
    addForSubscribers(ctx, first, subscribers, failures),
    db.run(sql`UPDATE feed_positions SET delivered = ${end} WHERE tenant_id = ${tenantId}`),
  ]);
  return { work: deliveries + first.length, isMore: end < position };
}

/** At least one event, and no more than make `maxDeliveries` or have to be read for a filter. */
function firstOf(events: readonly NumberedEvent[], subscribers: readonly Subscriber[], maxDeliveries: number): NumberedEvent[] {
  let [deliveries, total] = [0, 0];
  const beyond = events.findIndex((event, index) => {
    const wanting = subscribers.filter((subscriber) => mayWant(subscriber, event));
    deliveries += wanting.length;
    if (wanting.some(({ filter }) => filter !== undefined)) total += event.bytes;
    return index > 0 && (deliveries > maxDeliveries || total > bytesAtOnce);
  });
  return events.slice(0, beyond === -1 ? events.length : beyond);
}

/** A delivery of each event for each subscriber that wants it. Returns how many. `failures`: in a row, by subscription. */
async function addForSubscribers(
  ctx: Writing,
  events: readonly NumberedEvent[],
  subscribers: readonly Subscriber[],
  failures: ReadonlyMap<string, number>,
): Promise<number> {
  const filtered = subscribers.filter(({ filter }) => filter !== undefined);
  const asked = events.filter((event) => filtered.some((subscriber) => mayWant(subscriber, event)));
  const contents = asked.length > 0 ? await contentsOf(ctx, asked) : new Map<string, Record<string, unknown>>();
  const work = subscribers.map(async (subscriber) => {
    const { subscriptionId, filter } = subscriber;
    const isWanted = (event: NumberedEvent) =>
      mayWant(subscriber, event) && (filter === undefined || matches(filter, event.type, contents.get(event.event_id)));
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
    if (deliveries.length === 0) return 0;
    await Promise.all([
      insertDeliveries(ctx, deliveries),
      enqueueSending(ctx, subscriptionId, failures.get(subscriptionId) ?? 0),
    ]);
    return deliveries.length;
  });
  return (await Promise.all(work)).reduce((sum, count) => sum + count, 0);
}
