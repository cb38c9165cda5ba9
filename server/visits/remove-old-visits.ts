import type { Reading, Writing } from "../context";
import { lowestId } from "../records/ids";
import type { Reader } from "../storage/port";
import { among, nothing, type Sql, sql } from "../storage/sql";
import { removeVisits } from "./due-visits";
import { rulesVersion } from "./kinds";
import { idleEndMs, longestVisitMs } from "./session-rules";

const dayMs = 86_400_000;
/** Visits that one transaction removes, if their events are few. */
const oldVisitsAtOnce = 20;
const visitsAtOnce = 500;

/** Raw events are kept for some days, and until they are computed: the service may have been down for long. Sessions stay. */
export async function hasOldVisits(ctx: Reading, keptDays: number): Promise<boolean> {
  return (await oldVisits(ctx, keptDays, 1)).length > 0;
}

/** Returns how many old visits there were: some of them, or of their events, are removed. One that an event is just making due again stays. */
export async function removeOldVisits(ctx: Writing, keptDays: number): Promise<number> {
  const keys = await oldVisits(ctx, keptDays, oldVisitsAtOnce, ctx.dialect.skipLocked);
  await removeVisits(ctx, keys);
  return keys.length;
}

async function oldVisits(
  { db, tenantId, now }: Reading,
  keptDays: number,
  limit: number,
  lock: Sql = nothing,
): Promise<string[]> {
  const before = now - keptDays * dayMs;
  const found = (those: Sql) =>
    db.all<{ visit_key: string }>(sql`
      SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} AND ${those} AND due_at IS NULL
      ORDER BY analytics_session_id LIMIT ${limit} ${lock}`);
  const old = await found(sql`analytics_session_id < ${lowestId("visit", before)}`);
  if (old.length > 0) return keysOf(old);
  // The clock was ahead when a process made their identifiers, and it makes none that are lower until it is started again.
  return keysOf(await found(sql`analytics_session_id > ${lowestId("visit", now + dayMs)} AND first_received_at < ${before}`));
}

function keysOf(visits: readonly { visit_key: string }[]): string[] {
  return visits.map(({ visit_key }) => visit_key);
}

const noteName = "visit rules";

/** Whether all visits were computed by these rules, or by later ones: another node may be ahead while nodes are replaced. */
export async function areRulesApplied(db: Reader): Promise<boolean> {
  const note = await db.first<{ value: string }>(sql`SELECT value FROM installation WHERE name = ${noteName}`);
  return Number(note?.value ?? 0) >= rulesVersion;
}

export async function noteRules({ db }: Writing): Promise<void> {
  await db.run(sql`
    INSERT INTO installation (name, value) VALUES (${noteName}, ${String(rulesVersion)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

/** Makes the next visits of a tenant due, because the rules have changed. Returns where to go on; undefined at the end. */
export async function makeSomeDue({ db, tenantId, now, dialect }: Writing, after: string): Promise<string | undefined> {
  // Locked in the order in which events are recorded.
  const keys = keysOf(
    await db.all<{ visit_key: string }>(sql`
      SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} AND visit_key > ${after}
      ORDER BY visit_key LIMIT ${visitsAtOnce} ${dialect.forUpdate}`),
  );
  await db.run(sql`UPDATE visits SET due_at = ${now} WHERE tenant_id = ${tenantId} AND visit_key ${among(keys)}`);
  return keys.length < visitsAtOnce ? undefined : keys.at(-1);
}

/** A visit can't be due later than it goes on: what came while the clock was ahead is due when the clock gets there, or now. */
export async function bringForward({ db, tenantId, now }: Writing): Promise<void> {
  await db.run(sql`
    UPDATE visits SET due_at = ${now} WHERE tenant_id = ${tenantId} AND visit_key IN (
      SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} AND ${dueTooLate(now)} LIMIT ${visitsAtOnce})`);
}

export async function hasTooLate({ db, tenantId, now }: Reading): Promise<boolean> {
  return (
    (await db.first(sql`SELECT 1 AS found FROM visits WHERE tenant_id = ${tenantId} AND ${dueTooLate(now)} LIMIT 1`)) !==
    undefined
  );
}

function dueTooLate(now: number): Sql {
  return sql`due_at > ${now + longestVisitMs + idleEndMs} AND due_at IS NOT NULL`;
}
