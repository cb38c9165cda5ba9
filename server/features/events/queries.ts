import { type EventType, eventRetentionDays, events, toTimestamp } from "../../../contract";
import type { ReadContext } from "../../context";
import { lowestId } from "../../records/ids";
import { among, nothing, type Sql, sql, type Value } from "../../storage/sql";

export interface EventRow {
  event_id: string;
  type: EventType;
  data: string;
  created_at: number;
}

const columns = sql`event_id, type, data, created_at`;
const dayMs = 86_400_000;

export function toEvent(row: EventRow) {
  return {
    eventId: row.event_id,
    type: row.type,
    createdAt: toTimestamp(row.created_at),
    data: JSON.parse(row.data) as Record<string, unknown>,
  };
}

/** Events within the retention time, of one type or all. */
export function eventFilter(ctx: ReadContext, type?: EventType): Sql {
  const oldest = lowestId("event", ctx.now - eventRetentionDays * dayMs);
  return sql`tenant_id = ${ctx.tenantId} AND event_id >= ${oldest} ${type === undefined ? nothing : sql`AND type = ${type}`}`;
}

/** The same events. All types are named, so that they are counted in the index by type: the table itself has their data. */
export function countedFilter(ctx: ReadContext, type?: EventType): Sql {
  const types = type === undefined ? Object.keys(events) : [type];
  return sql`${eventFilter(ctx)} AND type ${among(types)}`;
}

export function newestEvents(ctx: ReadContext, filter: Sql, position: Value[] | undefined, limit: number): Promise<EventRow[]> {
  const [last] = (position ?? []) as [string];
  return ctx.db.all(sql`
    SELECT ${columns} FROM events WHERE ${filter} ${position === undefined ? nothing : sql`AND event_id < ${last}`}
    ORDER BY event_id DESC LIMIT ${limit}`);
}

export function findEvent(ctx: ReadContext, eventId: string): Promise<EventRow | undefined> {
  return ctx.db.first(sql`SELECT ${columns} FROM events WHERE ${eventFilter(ctx)} AND event_id = ${eventId}`);
}
