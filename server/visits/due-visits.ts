import type { Reading, Writing } from "../context";
import type { Reader } from "../storage/port";
import { among, nothing, type Sql, sql, sqlRows } from "../storage/sql";
import { type SessionRow, sessionColumns } from "./session-row";
import { type StoredEventRow, type VisitRow, visitColumns, visitEventColumns } from "./visit-events";

export async function hasDueVisit(db: Reader, tenantId: string, now: number): Promise<boolean> {
  const due = await db.first(sql`
    SELECT 1 AS found FROM visits WHERE tenant_id = ${tenantId} AND due_at <= ${now} AND due_at IS NOT NULL LIMIT 1`);
  return due !== undefined;
}

/** Locks visits whose events are to be computed. An event that comes in meanwhile waits, and makes its visit due again. */
export function dueVisitsToChange({ db, tenantId, now, dialect }: Writing, limit: number): Promise<VisitRow[]> {
  return db.all(sql`
    SELECT ${visitColumns.names} FROM visits WHERE tenant_id = ${tenantId} AND due_at <= ${now} AND due_at IS NOT NULL
    ORDER BY due_at LIMIT ${limit} ${dialect.skipLocked}`);
}

/** Up to `limit` rows in all, visit by visit. */
export function eventsOf(db: Reader, tenantId: string, visitKeys: readonly string[], limit: number): Promise<StoredEventRow[]> {
  return db.all(sql`
    SELECT ${visitEventColumns.names} FROM visit_events WHERE tenant_id = ${tenantId} AND visit_key ${among(visitKeys)}
    ORDER BY visit_key, load_key, seq LIMIT ${limit}`);
}

export function sessionsById(db: Reader, tenantId: string, analyticsSessionIds: readonly string[]): Promise<SessionRow[]> {
  return db.all(sql`
    SELECT ${sessionColumns.names} FROM audience_sessions
    WHERE tenant_id = ${tenantId} AND analytics_session_id ${among(analyticsSessionIds)}`);
}

/** When to look at visits again; null for those that are complete. */
export async function setDue(
  { db, tenantId }: Writing,
  visits: readonly (readonly [visit: VisitRow, dueAt: number | null])[],
): Promise<void> {
  const rows = visits.map(([visit, dueAt]) => [tenantId, ...visitColumns.list(visit), dueAt]);
  await Promise.all(
    sqlRows(rows).map((some) =>
      db.run(sql`
        INSERT INTO visits (tenant_id, ${visitColumns.names}, due_at) VALUES ${some}
        ON CONFLICT (tenant_id, visit_key) DO UPDATE SET due_at = excluded.due_at`),
    ),
  );
}

/** Writes the data of events that are known already. */
export async function saveEventData({ db, tenantId }: Writing, events: readonly StoredEventRow[]): Promise<void> {
  const rows = events.map((event) => [tenantId, ...visitEventColumns.list(event)]);
  await Promise.all(
    sqlRows(rows).map((some) =>
      db.run(sql`
        INSERT INTO visit_events (tenant_id, ${visitEventColumns.names}) VALUES ${some}
        ON CONFLICT (tenant_id, visit_key, load_key, seq) DO UPDATE SET data = excluded.data`),
    ),
  );
}

/** Anybody can send very many, and SQLite overwrites what it removes. */
export const removedAtOnce = 1_000;

/** Removes events of these visits, as far as `those` says; returns how many. As many as the limit: there may be more. */
export function removeEvents(
  { db, tenantId }: Writing,
  visitKeys: readonly string[],
  { those = nothing, limit = removedAtOnce }: { those?: Sql; limit?: number } = {},
): Promise<number> {
  const keys = among(visitKeys);
  return db.run(sql`
    DELETE FROM visit_events WHERE tenant_id = ${tenantId} AND visit_key ${keys} AND (visit_key, load_key, seq) IN (
      SELECT visit_key, load_key, seq FROM visit_events
      WHERE tenant_id = ${tenantId} AND visit_key ${keys} ${those} LIMIT ${limit})`);
}

/** Removes what came of a visit from a moment on. False when there may be more of it. */
export async function removeEventsSince(ctx: Writing, visitKey: string, since: number): Promise<boolean> {
  return (await removeEvents(ctx, [visitKey], { those: sql`AND received_at >= ${since}` })) < removedAtOnce;
}

/** Where a visit's events go on after so many; undefined if they don't. */
export function eventAfter(
  { db, tenantId }: Reading,
  visitKey: string,
  events: number,
): Promise<Pick<StoredEventRow, "load_key" | "seq"> | undefined> {
  return db.first(sql`
    SELECT load_key, seq FROM visit_events WHERE tenant_id = ${tenantId} AND visit_key = ${visitKey}
    ORDER BY load_key, seq LIMIT 1 OFFSET ${events}`);
}

/** Removes visits with all their events. False when more events are left than can be removed at once: then the visits stay too. */
export async function removeVisits(ctx: Writing, visitKeys: readonly string[]): Promise<boolean> {
  if (visitKeys.length === 0) return true;
  if ((await removeEvents(ctx, visitKeys)) === removedAtOnce) return false;
  const { db, tenantId } = ctx;
  await db.run(sql`DELETE FROM visits WHERE tenant_id = ${tenantId} AND visit_key ${among(visitKeys)}`);
  return true;
}
