import type { EventData, EventType } from "../../contract";
import type { Writing } from "../context";
import { type Sql, sql, sqlRows, statement } from "../storage/sql";

/** Wakes whoever gives positions to new events. */
export const eventsChannel = "events";

const names = statement("event_id, type, subject_id, actor, data, created_at");

type Recording = Pick<Writing, "db" | "tenantId" | "now" | "newId" | "actor">;

/** Written in the change's own transaction: both are there or neither. */
export async function recordEvent<Type extends EventType>(
  ctx: Recording,
  type: Type,
  subjectId: string,
  data: EventData<Type>,
): Promise<void> {
  ctx.db.wake(eventsChannel);
  await ctx.db.run(eventInsert(ctx, type, subjectId, JSON.stringify(data)));
}

/** For a change that is one write, which wakes `eventsChannel`; `data` is JSON. */
export function eventInsert(ctx: Omit<Recording, "db">, type: EventType, subjectId: string, data: string): Sql {
  return sql`
    INSERT INTO events (tenant_id, ${names})
    VALUES (${ctx.tenantId}, ${ctx.newId("event")}, ${type}, ${subjectId}, ${actorOf(ctx)}, ${data}, ${ctx.now})`;
}

export type NewEvent = { [Type in EventType]: { type: Type; subjectId: string; data: EventData<Type> } }[EventType];

/** Many at once, in their order. */
export async function recordEvents(
  ctx: Recording,
  events: readonly NewEvent[],
  eventIds: readonly string[] = events.map(() => ctx.newId("event")),
): Promise<void> {
  const rows = events.map(({ type, subjectId, data }, index) => [
    ctx.tenantId,
    eventIds[index] as string,
    type,
    subjectId,
    actorOf(ctx),
    JSON.stringify(data),
    ctx.now,
  ]);
  const insert = (some: Sql) => ctx.db.run(sql`INSERT INTO events (tenant_id, ${names}) VALUES ${some}`);
  if (rows.length > 0) ctx.db.wake(eventsChannel);
  await Promise.all(sqlRows(rows, { often: true }).map(insert));
}

/** The identifier of a key, or `visitor` or `service`. */
function actorOf({ actor }: Omit<Recording, "db">): string {
  if (actor === undefined) return "service";
  return actor === "visitor" ? actor : actor.keyId;
}
