import type { EventType } from "../../contract";
import type { Reader, Transaction } from "../storage/port";
import { among, sql } from "../storage/sql";
import { wantedTypes } from "./subscribers";

export const feedChannel = "feed";
/** One process at a time gives positions or adds deliveries. */
export const feedLock = "feed";

/** Few enough that other changes on SQLite don't wait for long. */
const eventsAtOnce = 500;
/** Giving an event its position rewrites its whole row. */
const bytesAtOnce = 1_048_576;

interface UnnumberedEvent {
  tenant_id: string;
  event_id: string;
  type: EventType;
  /** The size of its data. */
  bytes: number;
}

/**
 * Gives positions to events that are committed and have none. Only one transaction at a time does so, so positions become visible
 * in their order: after a reader has seen a position, no lower one appears. Within one transaction, an event comes after all
 * events that its change could see. Returns whether there are more.
 */
export async function numberEvents(db: Transaction): Promise<boolean | "locked"> {
  const [isOurs, { events, isMore }] = await Promise.all([db.tryLock(feedLock), nextEvents(db)]);
  if (!isOurs) return "locked";
  const tenants = [...Map.groupBy(events, ({ tenant_id }) => tenant_id)];
  const left = tenants.map(([tenantId, some]) => ({ tenantId, some, first: firstOf(some) }));
  await Promise.all(left.map(({ tenantId, first }) => numberOfTenant(db, tenantId, first)));
  if (events.length > 0) db.wake(feedChannel);
  return isMore || left.some(({ some, first }) => some.length > first.length);
}

/** The oldest events, and the oldest events of all other tenants: a tenant with very many must not delay the others. */
async function nextEvents(db: Reader): Promise<{ events: UnnumberedEvent[]; isMore: boolean }> {
  const oldest = await db.all<UnnumberedEvent>(sql`
    SELECT tenant_id, event_id, type, octet_length(data) AS bytes FROM events WHERE position IS NULL
    ORDER BY recorded, event_id LIMIT ${eventsAtOnce}`);
  if (oldest.length < eventsAtOnce) return { events: oldest, isMore: false };
  const busy = [...new Set(oldest.map(({ tenant_id }) => tenant_id))];
  const others = await db.all<UnnumberedEvent>(sql`
    SELECT tenant_id, event_id, type, octet_length(data) AS bytes FROM events WHERE position IS NULL AND NOT (tenant_id ${among(busy)})
    ORDER BY recorded, event_id LIMIT ${eventsAtOnce}`);
  return { events: [...oldest, ...others], isMore: true };
}

/** At least one event, and no more than `bytesAtOnce`. */
function firstOf(events: readonly UnnumberedEvent[]): UnnumberedEvent[] {
  let total = 0;
  const beyond = events.findIndex(({ bytes }, index) => (total += bytes) > bytesAtOnce && index > 0);
  return events.slice(0, beyond === -1 ? events.length : beyond);
}

export async function hasUnnumbered(db: Reader): Promise<boolean> {
  return (await db.first(sql`SELECT 1 AS found FROM events WHERE position IS NULL LIMIT 1`)) !== undefined;
}

/**
 * What nobody wants has no deliveries to add. The two statements share a round trip. The second names the events twice: with a plan
 * from when the table was empty, it would scan all events of the tenant for each one.
 */
async function numberOfTenant(db: Transaction, tenantId: string, events: readonly UnnumberedEvent[]): Promise<void> {
  const ids = among(events.map(({ event_id }) => event_id));
  const wanted = await wantedTypes({ db, tenantId });
  const isWanted = wanted.has("*") || events.some(({ type }) => wanted.has(type));
  await Promise.all([
    db.run(sql`
      INSERT INTO feed_positions (tenant_id, position, delivered)
      VALUES (${tenantId}, ${events.length}, ${isWanted ? 0 : events.length})
      ON CONFLICT (tenant_id) DO UPDATE SET position = feed_positions.position + excluded.position,
        delivered = CASE WHEN feed_positions.delivered < feed_positions.position OR excluded.delivered = 0 THEN feed_positions.delivered
          ELSE feed_positions.position + excluded.position END`),
    db.run(sql`
      UPDATE events SET position = (SELECT position FROM feed_positions WHERE tenant_id = ${tenantId}) - numbered.places_after
      FROM (SELECT event_id, row_number() OVER (ORDER BY recorded DESC, event_id DESC) - 1 AS places_after FROM events
        WHERE tenant_id = ${tenantId} AND event_id ${ids}) AS numbered
      WHERE events.tenant_id = ${tenantId} AND events.event_id ${ids} AND events.event_id = numbered.event_id`),
  ]);
}
