import type { Reader } from "../../storage/port";
import { among, sql } from "../../storage/sql";
import type { DueDelivery } from "./delivery-rows";

interface Asked {
  eventId: string;
  resolve: (body: string | undefined) => void;
  reject: (error: unknown) => void;
}

interface EventContent {
  type: string;
  /** JSON. */
  data: string;
  created_at: number;
}

/** Reads the bodies of deliveries. Those of a tenant that are asked for in one turn of the event loop share a read. */
export class DeliveryBodies {
  readonly #asked = new Map<string, Asked[]>();

  /** Undefined when the event was erased or is too old. */
  bodyOf(db: Reader, tenantId: string, delivery: DueDelivery): Promise<string | undefined> {
    if (delivery.purpose === "test") return testBody(db, tenantId, delivery);
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    const asked = this.#asked.get(tenantId) ?? this.#begin(db, tenantId);
    asked.push({ eventId: delivery.event_id, resolve, reject });
    return promise;
  }

  #begin(db: Reader, tenantId: string): Asked[] {
    const asked: Asked[] = [];
    this.#asked.set(tenantId, asked);
    setImmediate(() => {
      this.#asked.delete(tenantId);
      void answer(db, tenantId, asked);
    });
    return asked;
  }
}

async function answer(db: Reader, tenantId: string, asked: readonly Asked[]): Promise<void> {
  try {
    const ids = [...new Set(asked.map(({ eventId }) => eventId))];
    const events = await db.all<EventContent & { event_id: string }>(sql`
      SELECT event_id, type, data, created_at FROM events WHERE tenant_id = ${tenantId} AND event_id ${among(ids)}`);
    const bodies = new Map(events.map((event) => [event.event_id, deliveryBody(event)]));
    for (const { eventId, resolve } of asked) resolve(bodies.get(eventId));
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

async function testBody(
  db: Reader,
  tenantId: string,
  { subscription_id, delivery_id }: DueDelivery,
): Promise<string | undefined> {
  const row = await db.first<{ body: string | null }>(sql`
    SELECT body FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND subscription_id = ${subscription_id} AND delivery_id = ${delivery_id}`);
  return row?.body ?? undefined;
}

/** The same bytes whenever it is put together. */
export function deliveryBody({ type, data, created_at }: EventContent): string {
  return `{"type":${JSON.stringify(type)},"timestamp":"+${created_at}","data":${data}}`;
}
