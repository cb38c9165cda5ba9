import type { Writing } from "../context";
import type { Reader } from "../storage/port";
import { among, sql } from "../storage/sql";
import { addDeliveries, type UnnumberedEvent } from "./add-deliveries";

/** Wakes whoever follows the feed. */
export const feedChannel = "feed";

/** Few enough that other changes on SQLite don't wait for long. */
const eventsAtOnce = 500;

/**
 * Gives positions to events that are committed and have none, and adds their deliveries. Only one transaction at a time
 * does so, so positions become visible in their order: whoever reads up to one has seen all before it.
 */
export async function numberEvents(ctx: Omit<Writing, "tenantId">): Promise<"all" | "more" | "locked"> {
  const { db } = ctx;
  if (!(await db.tryLock("feed"))) return "locked";
  const events = await db.all<UnnumberedEvent>(sql`
    SELECT tenant_id, event_id, type, created_at FROM events WHERE position IS NULL ORDER BY event_id LIMIT ${eventsAtOnce}`);
  const tenants = [...Map.groupBy(events, ({ tenant_id }) => tenant_id)];
  await Promise.all(
    tenants.flatMap(([tenantId, some]) => [
      numberOfTenant({ ...ctx, tenantId }, some),
      addDeliveries({ ...ctx, tenantId }, some),
    ]),
  );
  if (events.length > 0) db.wake(feedChannel);
  return events.length < eventsAtOnce ? "all" : "more";
}

export async function hasUnnumbered(db: Reader): Promise<boolean> {
  return (await db.first(sql`SELECT 1 AS found FROM events WHERE position IS NULL LIMIT 1`)) !== undefined;
}

async function numberOfTenant({ db, tenantId }: Writing, events: readonly UnnumberedEvent[]): Promise<void> {
  const row = await db.first<{ position: number }>(sql`
    INSERT INTO feed_positions (tenant_id, position) VALUES (${tenantId}, ${events.length})
    ON CONFLICT (tenant_id) DO UPDATE SET position = feed_positions.position + excluded.position RETURNING position`);
  const before = (row?.position ?? 0) - events.length;
  await db.run(sql`
    UPDATE events SET position = ${before} + numbered.place
    FROM (SELECT event_id, row_number() OVER (ORDER BY event_id) AS place FROM events
      WHERE tenant_id = ${tenantId} AND event_id ${among(events.map(({ event_id }) => event_id))}) AS numbered
    WHERE events.tenant_id = ${tenantId} AND events.event_id = numbered.event_id`);
}
