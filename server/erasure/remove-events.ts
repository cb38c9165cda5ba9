import { among, sql } from "../storage/sql";
import { removeDeliveriesOf } from "../webhooks/delivery-rows";
import type { Erasing } from "./erasure";

/** With their deliveries: what is still to be sent of them is not sent. Returns how many events are gone. */
export async function removeEvents(ctx: Erasing, eventIds: readonly string[]): Promise<number> {
  const { db, tenantId } = ctx;
  const [events, deliveries] = await Promise.all([
    db.run(sql`DELETE FROM events WHERE tenant_id = ${tenantId} AND event_id ${among(eventIds)}`),
    removeDeliveriesOf(ctx, eventIds),
  ]);
  ctx.count("events", { found: events, removed: events });
  ctx.count("webhook_deliveries", { found: deliveries, removed: deliveries });
  return events;
}
