import type { Dialect } from "../storage/dialects";
import type { Database, Reader } from "../storage/port";
import { sql } from "../storage/sql";
import { isDelayed } from "./delayed";
import type { JobType } from "./job";
import { type Lane, lanes } from "./lanes";
import { readQueue } from "./queue-transaction";

/** Limits how often the jobs are counted, however often the metrics are read. */
const cacheMs = 1_000;
const answerWithinMs = 1_000;
/** Jobs are counted up to this number for each lane. A count that reaches it is a lower bound. */
const maxCounted = 10_000;
/** The oldest job of a lane is looked for among those of so many tenants. */
const maxTenants = 1_000;

type Gauges = Record<string, number>;
const states = ["waiting", "running", "dead"] as const;

/** `jobs{kind,lane,state}` and `jobs_oldest_due_seconds{lane}`; empty when the database does not answer in time. */
export function createJobGauges(db: Database, types: readonly JobType<never>[]): () => Promise<Gauges> {
  let gauges: Promise<Gauges> | undefined;
  let expiresAt = 0;
  return () => {
    if (!gauges || performance.now() > expiresAt) {
      expiresAt = performance.now() + cacheMs;
      const tooLate = new Promise<Gauges>((resolve) => setTimeout(resolve, answerWithinMs, {}));
      gauges = Promise.race([readQueue(db, (tx) => read(tx, db.dialect, types)).catch(() => ({})), tooLate]);
    }
    return gauges;
  };
}

/** The kinds of some ready jobs. */
export async function readyKinds(db: Database, rows: number): Promise<Set<string>> {
  const found = await readQueue(db, (tx) =>
    tx.all<{ kind: string }>(sql`SELECT kind FROM jobs WHERE ready = 1 ORDER BY lane, tenant_id LIMIT ${rows}`),
  );
  return new Set(found.map(({ kind }) => kind));
}

async function read(tx: Reader, dialect: Dialect, types: readonly JobType<never>[]): Promise<Gauges> {
  const gauges: Gauges = {};
  for (const { name, lane } of types) for (const state of states) gauges[nameOf(name, lane, state)] = 0;
  const counts = [...lanes.map((lane) => countReady(tx, lane)), countDelayed(tx), countRunning(tx), countDead(tx)];
  for (const { kind, lane, state, count } of (await Promise.all(counts)).flat()) {
    const name = nameOf(kind, lane, state);
    gauges[name] = (gauges[name] ?? 0) + count;
  }
  for (const lane of lanes) gauges[`jobs_oldest_due_seconds{lane="${lane}"}`] = (await oldestDueForMs(tx, dialect, lane)) / 1_000;
  return gauges;
}

interface Count {
  kind: string;
  lane: string;
  state: (typeof states)[number];
  count: number;
}

function countReady(db: Reader, lane: Lane): Promise<Count[]> {
  return db.all(sql`
    SELECT kind, lane, 'waiting' AS state, CAST(count(*) AS INTEGER) AS count FROM (
      SELECT kind, lane FROM jobs WHERE ready = 1 AND lane = ${lane} LIMIT ${maxCounted}) AS counted
    GROUP BY kind, lane`);
}

function countDelayed(db: Reader): Promise<Count[]> {
  return db.all(sql`
    SELECT kind, lane, 'waiting' AS state, CAST(count(*) AS INTEGER) AS count FROM (
      SELECT kind, lane FROM jobs WHERE ${isDelayed} ORDER BY due_at LIMIT ${maxCounted}) AS counted
    GROUP BY kind, lane`);
}

function countRunning(db: Reader): Promise<Count[]> {
  return db.all(sql`
    SELECT kind, lane, 'running' AS state, CAST(count(*) AS INTEGER) AS count FROM (
      SELECT kind, lane FROM jobs WHERE claimed_by IS NOT NULL ORDER BY claimed_by LIMIT ${maxCounted}) AS counted
    GROUP BY kind, lane`);
}

function countDead(db: Reader): Promise<Count[]> {
  return db.all(sql`
    SELECT kind, lane, 'dead' AS state, CAST(count(*) AS INTEGER) AS count FROM (
      SELECT kind, lane FROM jobs WHERE dead_at IS NOT NULL ORDER BY dead_at LIMIT ${maxCounted}) AS counted
    GROUP BY kind, lane`);
}

/** Zero when no job is ready. Skips from tenant to tenant, because the jobs of each are in the order in which they were due. */
async function oldestDueForMs(db: Reader, { now }: Dialect, lane: Lane): Promise<number> {
  const row = await db.first<{ ms: number | null }>(sql`
    WITH RECURSIVE tenants (tenant_id, number) AS (
      SELECT (SELECT tenant_id FROM jobs WHERE ready = 1 AND lane = ${lane} ORDER BY tenant_id LIMIT 1), 1
      UNION ALL
      SELECT (
        SELECT jobs.tenant_id FROM jobs WHERE ready = 1 AND lane = ${lane} AND jobs.tenant_id > tenants.tenant_id
        ORDER BY jobs.tenant_id LIMIT 1), number + 1
      FROM tenants WHERE tenants.tenant_id IS NOT NULL AND number < ${maxTenants})
    SELECT ${now} - min((
      SELECT due_at FROM jobs WHERE ready = 1 AND lane = ${lane} AND jobs.tenant_id = tenants.tenant_id
      ORDER BY due_at LIMIT 1)) AS ms
    FROM tenants`);
  return Math.max(0, row?.ms ?? 0);
}

function nameOf(kind: string, lane: string, state: string): string {
  const label = (text: string) => text.replace(/[\\"\n]/g, "_");
  return `jobs{kind="${label(kind)}",lane="${label(lane)}",state="${state}"}`;
}
