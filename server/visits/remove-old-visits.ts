import type { Reading, Writing } from "../context";
import { lowestId } from "../records/ids";
import type { Reader } from "../storage/port";
import { among, nothing, type Sql, sql } from "../storage/sql";
import { removeVisits } from "./due-visits";
import { rulesVersion } from "./kinds";

const dayMs = 86_400_000;
/** Visits that one transaction removes; each may have thousands of events. */
const oldVisitsAtOnce = 20;
const visitsAtOnce = 500;

/** Raw events are kept for some days, and until they are computed: the service may have been down for long. Sessions stay. */
export async function hasOldVisits({ db, tenantId, now }: Reading, keptDays: number): Promise<boolean> {
  return (await oldVisits(db, tenantId, now - keptDays * dayMs, 1)).length > 0;
}

/** Returns how many visits were removed. One that an event is just making due again stays. */
export async function removeOldVisits(ctx: Writing, keptDays: number): Promise<number> {
  const keys = await oldVisits(ctx.db, ctx.tenantId, ctx.now - keptDays * dayMs, oldVisitsAtOnce, ctx.dialect.skipLocked);
  await removeVisits(ctx, keys);
  return keys.length;
}

async function oldVisits(db: Reader, tenantId: string, before: number, limit: number, lock: Sql = nothing): Promise<string[]> {
  const rows = await db.all<{ visit_key: string }>(sql`
    SELECT visit_key FROM visits
    WHERE tenant_id = ${tenantId} AND analytics_session_id < ${lowestId("visit", before)} AND due_at IS NULL
    ORDER BY analytics_session_id LIMIT ${limit} ${lock}`);
  return rows.map(({ visit_key }) => visit_key);
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
export async function makeSomeDue({ db, tenantId, now }: Writing, after: string): Promise<string | undefined> {
  const rows = await db.all<{ visit_key: string }>(sql`
    SELECT visit_key FROM visits WHERE tenant_id = ${tenantId} AND visit_key > ${after} ORDER BY visit_key LIMIT ${visitsAtOnce}`);
  await db.run(sql`
    UPDATE visits SET due_at = ${now}
    WHERE tenant_id = ${tenantId} AND visit_key ${among(rows.map(({ visit_key }) => visit_key))}`);
  return rows.length < visitsAtOnce ? undefined : rows.at(-1)?.visit_key;
}
