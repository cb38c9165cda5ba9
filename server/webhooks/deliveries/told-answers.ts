import type { Writing } from "../../context";
import { among, sql } from "../../storage/sql";

type Place = Pick<Writing, "db" | "tenantId">;

/** A receiver's answer may repeat what it was sent. The event that tells it is found by the event that was sent. */
export async function linkToldAnswer({ db, tenantId }: Place, sentEventId: string, tellingEventId: string): Promise<void> {
  await db.run(sql`
    INSERT INTO declared_identifiers (tenant_id, identifier_hash, event_id)
    VALUES (${tenantId}, ${linkTo(sentEventId)}, ${tellingEventId})
    ON CONFLICT (tenant_id, identifier_hash, event_id) DO NOTHING`);
}

/** In the transaction that deletes the events that were sent. Returns how many events have told an answer to them. */
export async function forgetToldAnswers({ db, tenantId }: Place, sentEventIds: readonly string[]): Promise<number> {
  const found = await db.all<{ event_id: string; data: string }>(sql`
    SELECT event_id, data FROM events WHERE tenant_id = ${tenantId} AND event_id IN (
      SELECT event_id FROM declared_identifiers
      WHERE tenant_id = ${tenantId} AND identifier_hash ${among(sentEventIds.map(linkTo))})`);
  for (const { event_id, data } of found) {
    const silent = JSON.stringify({ ...(JSON.parse(data) as object), answer: null });
    await db.run(sql`UPDATE events SET data = ${silent} WHERE tenant_id = ${tenantId} AND event_id = ${event_id}`);
    // Answers to the event that told the answer may repeat it too.
    await db.run(sql`UPDATE webhook_deliveries SET tries = '[]' WHERE tenant_id = ${tenantId} AND event_id = ${event_id}`);
  }
  return found.length;
}

function linkTo(eventId: string): string {
  return `sent:${eventId}`;
}
