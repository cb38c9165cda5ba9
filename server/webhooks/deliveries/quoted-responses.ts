import type { Writing } from "../../context";
import { among, sql } from "../../storage/sql";

type TenantWrite = Pick<Writing, "db" | "tenantId">;

/**
 * A `webhook_subscription.disabled` event quotes the receiver's response, which may repeat the event it was sent. This links
 * the two, so that erasing the sent event also clears the quote.
 */
export async function linkQuotedResponse(
  { db, tenantId }: TenantWrite,
  sentEventId: string,
  quotingEventId: string,
): Promise<void> {
  await db.run(sql`
    INSERT INTO declared_identifiers (tenant_id, identifier_hash, event_id)
    VALUES (${tenantId}, ${linkTo(sentEventId)}, ${quotingEventId})
    ON CONFLICT (tenant_id, identifier_hash, event_id) DO NOTHING`);
}

/** In the transaction that deletes the sent events. Returns how many events quoted a response to them. */
export async function clearQuotedResponses({ db, tenantId }: TenantWrite, sentEventIds: readonly string[]): Promise<number> {
  const found = await db.all<{ event_id: string; data: string }>(sql`
    SELECT event_id, data FROM events WHERE tenant_id = ${tenantId} AND event_id IN (
      SELECT event_id FROM declared_identifiers
      WHERE tenant_id = ${tenantId} AND identifier_hash ${among(sentEventIds.map(linkTo))})`);
  for (const { event_id, data } of found) {
    const cleared = JSON.stringify({ ...(JSON.parse(data) as object), answer: null });
    await db.run(sql`UPDATE events SET data = ${cleared} WHERE tenant_id = ${tenantId} AND event_id = ${event_id}`);
    // Responses to the quoting event may repeat the quote.
    await db.run(sql`UPDATE webhook_deliveries SET tries = '[]' WHERE tenant_id = ${tenantId} AND event_id = ${event_id}`);
  }
  return found.length;
}

function linkTo(eventId: string): string {
  return `sent:${eventId}`;
}
