import type * as z from "zod";
import {
  type EventActor,
  type EventType,
  eventRetentionDays,
  type eventStream,
  events,
  eventTypesIn,
  momentOf,
  toTimestamp,
} from "../../../contract";
import type { ReadContext, Reading } from "../../context";
import { lowestId } from "../../records/ids";
import { columns, integer, optionalInteger, optionalText, type RowOf, text, textOf } from "../../storage/columns";
import type { Reader } from "../../storage/port";
import { among, nothing, type Sql, sql, type Value } from "../../storage/sql";

const eventColumns = columns({
  event_id: text,
  position: optionalInteger,
  type: textOf<EventType>(),
  subject_id: text,
  actor: optionalText,
  data: text,
  created_at: integer,
});
export type EventRow = RowOf<typeof eventColumns>;

/** Which events are wanted. Moments in Unix milliseconds, from `from` up to, not including, `to`. */
export interface WantedEvents {
  types?: readonly EventType[] | undefined;
  subjectId?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

export function wantedBy({ type, subjectId, from, to }: z.output<typeof eventStream.query>): WantedEvents {
  const types = type === undefined ? undefined : [...new Set(eventTypesIn(type))];
  return { types, subjectId, from: momentOf(from), to: momentOf(to) };
}

const dayMs = 86_400_000;

export function toEvent(row: EventRow) {
  return {
    eventId: row.event_id,
    position: row.position,
    type: row.type,
    subjectId: row.subject_id,
    actor: toActor(row.actor),
    createdAt: toTimestamp(row.created_at),
    data: JSON.parse(row.data) as Record<string, unknown>,
  };
}

function toActor(actor: string | null): EventActor | null {
  if (actor === null) return null;
  return actor === "visitor" || actor === "service" ? { type: actor, keyId: null } : { type: "key", keyId: actor };
}

/** Events within the retention time. */
export function keptEventsFilter(ctx: ReadContext, { subjectId, from = 0, to }: WantedEvents = {}): Sql {
  const oldest = lowestId("event", Math.max(from, ctx.now - eventRetentionDays * dayMs));
  return sql`tenant_id = ${ctx.tenantId} AND event_id >= ${oldest}
    ${to === undefined ? nothing : sql`AND event_id < ${lowestId("event", to)}`}
    ${subjectId === undefined ? nothing : sql`AND subject_id = ${subjectId}`}`;
}

/** The same events. All types are named, so that they are counted in the index by type: the table itself has their data. */
export function countedFilter(ctx: ReadContext, wanted: WantedEvents): Sql {
  const filter = keptEventsFilter(ctx, wanted);
  const { types = wanted.subjectId === undefined ? (Object.keys(events) as EventType[]) : undefined } = wanted;
  return types === undefined ? filter : sql`${filter} AND type ${among(types)}`;
}

type ListedEvent = Pick<EventRow, "event_id"> & { bytes: number };

/** Which ones are next, and how large they are. Each type has its own part of the index; the newest of several are the newest of each, put together. */
export async function newestEvents(
  ctx: ReadContext,
  wanted: WantedEvents,
  position: Value[] | undefined,
  limit: number,
): Promise<ListedEvent[]> {
  const [last] = (position ?? []) as [string];
  const read = (type?: EventType) =>
    ctx.db.all<ListedEvent>(sql`
      SELECT event_id, octet_length(data) AS bytes FROM events WHERE ${keptEventsFilter(ctx, wanted)} ${type === undefined ? nothing : sql`AND type = ${type}`}
      ${position === undefined ? nothing : sql`AND event_id < ${last}`} ORDER BY event_id DESC LIMIT ${limit}`);
  if (wanted.types === undefined) return read();
  const found = (await Promise.all(wanted.types.map(read))).flat();
  return found.sort((one, other) => (one.event_id < other.event_id ? 1 : -1)).slice(0, limit);
}

export function findEvent(ctx: ReadContext, eventId: string): Promise<EventRow | undefined> {
  return ctx.db.first(sql`SELECT ${eventColumns.names} FROM events WHERE ${keptEventsFilter(ctx)} AND event_id = ${eventId}`);
}

/** The position of the newest event. */
export async function lastPosition({ db, tenantId }: Reading): Promise<number> {
  const row = await db.first<{ position: number }>(sql`SELECT position FROM feed_positions WHERE tenant_id = ${tenantId}`);
  return row?.position ?? 0;
}

export function lastPositions(db: Reader, tenantIds: readonly string[]): Promise<{ tenant_id: string; position: number }[]> {
  return db.all(sql`SELECT tenant_id, position FROM feed_positions WHERE tenant_id ${among(tenantIds)}`);
}

/** An event on the feed without its data, which may be large. */
export interface FeedEntry {
  event_id: string;
  position: number;
  type: EventType;
  subject_id: string;
  created_at: number;
  bytes: number;
}

/** The next events of the feed, wanted or not. */
export function nextOnFeed(ctx: Reading, after: number, limit: number): Promise<FeedEntry[]> {
  return ctx.db.all(sql`
    SELECT event_id, position, type, subject_id, created_at, octet_length(data) AS bytes FROM events
    WHERE tenant_id = ${ctx.tenantId} AND position > ${after} ORDER BY position LIMIT ${limit}`);
}

/** Newest first. */
export async function eventsById(ctx: Reading, events: readonly Pick<EventRow, "event_id">[]): Promise<EventRow[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ event_id }) => event_id);
  return ctx.db.all(sql`
    SELECT ${eventColumns.names} FROM events WHERE tenant_id = ${ctx.tenantId} AND event_id ${among(ids)} ORDER BY event_id DESC`);
}
