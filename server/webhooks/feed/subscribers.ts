import type { EventType } from "../../../contract";
import type { Writing } from "../../context";
import { type Sql, sql } from "../../storage/sql";
import type { EventFilter } from "./event-filter";

interface SubscriberRow {
  subscription_id: string;
  events: string;
  filter: string | null;
  active_from: number;
  active_until: number | null;
}

export interface Subscriber {
  subscriptionId: string;
  activeFrom: number;
  activeUntil: number;
  wanted: ReadonlySet<string>;
  filter: EventFilter | undefined;
}

/** Subscriptions of the tenant that are active, or were for some of the events that have no deliveries yet. */
export async function findSubscribers({ db, tenantId }: Writing): Promise<Subscriber[]> {
  const rows = await db.all<SubscriberRow>(sql`
    SELECT subscription_id, events, filter, active_from, active_until FROM webhook_subscriptions
    WHERE tenant_id = ${tenantId} AND ${isOwedEvents(tenantId)}`);
  return rows.map(({ subscription_id, events, filter, active_from, active_until }) => ({
    subscriptionId: subscription_id,
    activeFrom: active_from,
    activeUntil: active_until ?? Number.POSITIVE_INFINITY,
    wanted: new Set(JSON.parse(events) as string[]),
    filter: filter === null ? undefined : (JSON.parse(filter) as EventFilter),
  }));
}

/** All types of events that these subscriptions want, or `*`. */
export async function wantedTypes({ db, tenantId }: Pick<Writing, "db" | "tenantId">): Promise<Set<string>> {
  const rows = await db.all<{ events: string }>(sql`
    SELECT events FROM webhook_subscriptions WHERE tenant_id = ${tenantId} AND ${isOwedEvents(tenantId)}`);
  return new Set(rows.flatMap(({ events }) => JSON.parse(events) as string[]));
}

function isOwedEvents(tenantId: string): Sql {
  return sql`(active = 1
    OR active_until > coalesce((SELECT delivered FROM feed_positions WHERE tenant_id = ${tenantId}), 0))`;
}

/** Decides by type and position alone, before the filter looks at the data. */
export function mayWant(
  { activeFrom, activeUntil, wanted }: Subscriber,
  { type, position }: { type: EventType; position: number },
): boolean {
  return position > activeFrom && position <= activeUntil && (wanted.has("*") || wanted.has(type));
}
