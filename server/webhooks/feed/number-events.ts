import type { EventType } from "../../../contract";
import { queueTransaction } from "../../jobs/queue-transaction";
import type { Database, Reader, Transaction } from "../../storage/port";
import { among, type Sql, sql } from "../../storage/sql";
import { wantedTypes } from "./subscribers";

export const feedChannel = "feed";
/** One process at a time gives positions or adds deliveries. */
export const feedLock = "feed";

/** Few enough that other changes on SQLite don't wait for long. */
const eventsAtOnce = 500;
const tenantsAtOnce = 100;
/** Giving an event its position rewrites its whole row. */
const bytesAtOnce = 1_048_576;

interface UnnumberedEvent {
  tenant_id: string;
  event_id: string;
  type: EventType;
  /** The size of its data. */
  bytes: number;
}

export interface Numbered {
  isMore: boolean;
  /** The tenant after which to go on. */
  lastTenant: string;
}

/**
 * Gives positions to events that are committed and have none. Only one transaction at a time does so, so positions become visible
 * in their order: after a reader has seen a position, no lower one appears. Within one transaction, an event comes after all
 * events that its change could see.
 */
export function numberEvents(db: Database, lastTenant = ""): Promise<Numbered | "locked"> {
  return queueTransaction(db, (tx) => numberSome(tx, lastTenant));
}

async function numberSome(db: Transaction, lastTenant: string): Promise<Numbered | "locked"> {
  const [isOurs, next] = await Promise.all([db.tryLock(feedLock), nextEvents(db, lastTenant)]);
  if (!isOurs) return "locked";
  const maxBytes = bytesAtOnce / Math.max(1, next.tenants.length);
  const firsts = next.tenants.map((events) => firstOf(events, maxBytes));
  await Promise.all(firsts.map((first) => numberOfTenant(db, (first[0] as UnnumberedEvent).tenant_id, first)));
  if (firsts.length > 0) db.wake(feedChannel);
  const isCut = firsts.some((first, index) => first.length < (next.tenants[index] as UnnumberedEvent[]).length);
  return { isMore: next.isMore || isCut, lastTenant: next.lastTenant };
}

/** All events if they are few, else the oldest of each tenant: one that has very many must not delay the others. */
async function nextEvents(db: Reader, lastTenant: string): Promise<Numbered & { tenants: UnnumberedEvent[][] }> {
  const few = await unnumbered(db, sql`TRUE`, eventsAtOnce);
  if (few.length < eventsAtOnce) {
    const tenants = [...Map.groupBy(few, ({ tenant_id }) => tenant_id).values()];
    return { tenants, isMore: false, lastTenant: "" };
  }
  const waiting = await waitingTenants(db, lastTenant);
  const share = Math.ceil(eventsAtOnce / Math.max(1, waiting.length));
  const tenants = await Promise.all(waiting.map((tenantId) => unnumbered(db, sql`tenant_id = ${tenantId}`, share)));
  return {
    tenants: tenants.filter((events) => events.length > 0),
    isMore: true,
    lastTenant: waiting.length === tenantsAtOnce ? (waiting.at(-1) as string) : "",
  };
}

function unnumbered(db: Reader, those: Sql, limit: number): Promise<UnnumberedEvent[]> {
  return db.all<UnnumberedEvent>(sql`
    SELECT tenant_id, event_id, type, octet_length(data) AS bytes FROM events WHERE position IS NULL AND ${those}
    ORDER BY tenant_id, recorded, event_id LIMIT ${limit}`);
}

/** Each is found with one look into the index, past all events of the one before. */
async function waitingTenants(db: Reader, after: string): Promise<string[]> {
  const rows = await db.all<{ tenant_id: string }>(sql`
    WITH RECURSIVE waiting (tenant_id, place) AS (
      SELECT ${firstTenantAfter(sql`${after}`)}, 1
      UNION ALL
      SELECT ${firstTenantAfter(sql`waiting.tenant_id`)}, place + 1 FROM waiting
      WHERE waiting.tenant_id IS NOT NULL AND place < ${tenantsAtOnce})
    SELECT tenant_id FROM waiting WHERE tenant_id IS NOT NULL`);
  return rows.map(({ tenant_id }) => tenant_id);
}

/** In the order of the index of unnumbered events, so that no planner takes another one. */
function firstTenantAfter(tenantId: Sql): Sql {
  return sql`(
    SELECT tenant_id FROM events WHERE position IS NULL AND tenant_id > ${tenantId}
    ORDER BY tenant_id, recorded, event_id LIMIT 1)`;
}

/** At least one event, and no more than `maxBytes`. */
function firstOf(events: readonly UnnumberedEvent[], maxBytes: number): UnnumberedEvent[] {
  let total = 0;
  const beyond = events.findIndex(({ bytes }, index) => (total += bytes) > maxBytes && index > 0);
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
