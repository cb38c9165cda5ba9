import type { Reader } from "../../storage/port";
import { among, sql } from "../../storage/sql";
import type { DueDelivery } from "./delivery-rows";

/** Longer ones are read one at a time, because many of them would take much memory. */
const maxSharedBytes = 16_384;

/** The body is too long to be read with others. */
interface LongBody {
  bytes: number;
}

/** Undefined: the event was erased or is too old. */
export type Body = string | LongBody | undefined;

interface Asked {
  eventId: string;
  resolve: (body: Body) => void;
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

  bodyOf(db: Reader, tenantId: string, delivery: DueDelivery): Promise<Body> {
    if (delivery.purpose === "test") return testBody(db, tenantId, delivery);
    const { promise, resolve, reject } = Promise.withResolvers<Body>();
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
    const events = await db.all<Omit<EventContent, "data"> & { event_id: string; bytes: number; data: string | null }>(sql`
      SELECT event_id, type, created_at, octet_length(data) AS bytes,
        CASE WHEN octet_length(data) <= ${maxSharedBytes} THEN data END AS data
      FROM events WHERE tenant_id = ${tenantId} AND event_id ${among(ids)}`);
    const bodies = new Map(
      events.map(({ event_id, type, created_at, bytes, data }): [string, Body] => [
        event_id,
        data === null ? { bytes } : deliveryBody({ type, created_at, data }),
      ]),
    );
    for (const { eventId, resolve } of asked) resolve(bodies.get(eventId));
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

export async function longBody(db: Reader, tenantId: string, { event_id }: DueDelivery): Promise<string | undefined> {
  const event = await db.first<EventContent>(sql`
    SELECT type, data, created_at FROM events WHERE tenant_id = ${tenantId} AND event_id = ${event_id}`);
  return event && deliveryBody(event);
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
