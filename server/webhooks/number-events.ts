import type { Writing } from "../context";
import type { Reader } from "../storage/port";
import { among, sql } from "../storage/sql";
import { addDeliveries, findSubscribers, type Subscriber, type UnnumberedEvent, wantsType } from "./add-deliveries";
import { failuresOf } from "./health";

export const feedChannel = "feed";

/** Few enough that other changes on SQLite don't wait for long. */
const eventsAtOnce = 500;
const deliveriesAtOnce = 1_000;
/** Giving an event its position rewrites its whole row. */
const bytesAtOnce = 1_048_576;

/**
 * Gives positions to events that are committed and have none, and adds their deliveries. Only one transaction at a time
 * does so, so positions become visible in their order: after a reader has seen a position, no lower one appears. Within one
 * transaction, an event comes after all events that its change could see.
 */
export async function numberEvents(ctx: Omit<Writing, "tenantId">): Promise<"all" | "more" | "locked"> {
  const { db } = ctx;
  const [isOurs, { events, isMore }] = await Promise.all([db.tryLock("feed"), nextEvents(db)]);
  if (!isOurs) return "locked";
  const tenants = [...Map.groupBy(events, ({ tenant_id }) => tenant_id)];
  const atOnce = Math.ceil(deliveriesAtOnce / Math.max(1, tenants.length));
  const left = await Promise.all(
    tenants.map(async ([tenantId, some]) => {
      const tenant = { ...ctx, tenantId };
      const [subscribers, failures] = await Promise.all([findSubscribers(tenant), failuresOf(tenant)]);
      const first = firstOf(some, subscribers, atOnce);
      await Promise.all([...numberOfTenant(tenant, first), addDeliveries(tenant, first, subscribers, failures)]);
      return some.length - first.length;
    }),
  );
  if (events.length > 0) db.wake(feedChannel);
  return isMore || left.some((count) => count > 0) ? "more" : "all";
}

/** The oldest events, and the oldest events of all other tenants: a tenant with very many must not delay the others. */
async function nextEvents(db: Reader): Promise<{ events: UnnumberedEvent[]; isMore: boolean }> {
  const oldest = await db.all<UnnumberedEvent>(sql`
    SELECT tenant_id, event_id, type, created_at, octet_length(data) AS bytes FROM events WHERE position IS NULL
    ORDER BY recorded, event_id LIMIT ${eventsAtOnce}`);
  if (oldest.length < eventsAtOnce) return { events: oldest, isMore: false };
  const busy = [...new Set(oldest.map(({ tenant_id }) => tenant_id))];
  const others = await db.all<UnnumberedEvent>(sql`
    SELECT tenant_id, event_id, type, created_at, octet_length(data) AS bytes FROM events WHERE position IS NULL AND NOT (tenant_id ${among(busy)})
    ORDER BY recorded, event_id LIMIT ${eventsAtOnce}`);
  return { events: [...oldest, ...others], isMore: true };
}

/** At least one event, and no more than fit into `atMost` deliveries and `bytesAtOnce`. */
function firstOf(events: readonly UnnumberedEvent[], subscribers: readonly Subscriber[], atMost: number): UnnumberedEvent[] {
  let [deliveries, total] = [0, 0];
  const beyond = events.findIndex(({ type, bytes }, index) => {
    deliveries += subscribers.filter((subscriber) => wantsType(subscriber, type)).length;
    total += bytes;
    return index > 0 && (deliveries > atMost || total > bytesAtOnce);
  });
  return events.slice(0, beyond === -1 ? events.length : beyond);
}

export async function hasUnnumbered(db: Reader): Promise<boolean> {
  return (await db.first(sql`SELECT 1 AS found FROM events WHERE position IS NULL LIMIT 1`)) !== undefined;
}

/**
 * Two statements that share a round trip. The second names the events twice: with a plan from when the table was empty, it would
 * scan all events of the tenant for each one.
 */
function numberOfTenant({ db, tenantId }: Writing, events: readonly UnnumberedEvent[]): Promise<number>[] {
  const ids = among(events.map(({ event_id }) => event_id));
  return [
    db.run(sql`
      INSERT INTO feed_positions (tenant_id, position) VALUES (${tenantId}, ${events.length})
      ON CONFLICT (tenant_id) DO UPDATE SET position = feed_positions.position + excluded.position`),
    db.run(sql`
      UPDATE events SET position = (SELECT position FROM feed_positions WHERE tenant_id = ${tenantId}) - numbered.places_after
      FROM (SELECT event_id, row_number() OVER (ORDER BY recorded DESC, event_id DESC) - 1 AS places_after FROM events
        WHERE tenant_id = ${tenantId} AND event_id ${ids}) AS numbered
      WHERE events.tenant_id = ${tenantId} AND events.event_id ${ids} AND events.event_id = numbered.event_id`),
  ];
}
