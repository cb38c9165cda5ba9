import { among, sql } from "../storage/sql";
import { removeDeliveriesOf } from "../webhooks/deliveries/delivery-rows";
import { clearQuotedResponses } from "../webhooks/deliveries/quoted-responses";
import type { Erasing } from "./erasure";

/** With their deliveries: what is still to be sent of them is not sent, and no answer to them is kept. Returns how many events are gone. */
export async function removeEvents(ctx: Erasing, eventIds: readonly string[]): Promise<number> {
  const { db, tenantId } = ctx;
  const told = await clearQuotedResponses(ctx, eventIds);
  const [events, deliveries] = await Promise.all([
    db.run(sql`DELETE FROM events WHERE tenant_id = ${tenantId} AND event_id ${among(eventIds)}`),
    removeDeliveriesOf(ctx, eventIds),
  ]);
  ctx.count("events", { found: events + told, removed: events, changed: told });
  ctx.count("webhook_deliveries", { found: deliveries, removed: deliveries });
  return events;
}
