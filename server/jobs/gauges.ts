import type { Database, Reader } from "../storage/port";
import { type Sql, sql } from "../storage/sql";
import { jobPriorities } from "./job";

/** Limits how often the jobs are counted, however often the metrics are read. */
const cacheMs = 1_000;
const answerWithinMs = 1_000;
/** Jobs are counted up to this number for each priority. A count that reaches it is a lower bound. */
const maxCounted = 10_000;

type Gauges = Record<string, number>;
const states = ["waiting", "running", "dead"] as const;

/** `jobs{kind,state}` and `jobs_oldest_due_seconds`; empty when the database does not answer in time. */
export function createJobGauges(db: Database, kinds: readonly string[], clock: () => number): () => Promise<Gauges> {
  let gauges: Promise<Gauges> | undefined;
  let expiresAt = 0;
  return () => {
    if (!gauges || performance.now() > expiresAt) {
      expiresAt = performance.now() + cacheMs;
      const tooLate = new Promise<Gauges>((resolve) => setTimeout(resolve, answerWithinMs, {}));
      gauges = Promise.race([read(db, kinds, clock()).catch(() => ({})), tooLate]);
    }
    return gauges;
  };
}

async function read(db: Reader, kinds: readonly string[], now: number): Promise<Gauges> {
  const gauges: Gauges = {};
  for (const kind of kinds) for (const state of states) gauges[nameOf(kind, state)] = 0;
  for (const { kind, state, count } of (await Promise.all([...alive(db, now), dead(db)])).flat()) {
    const name = nameOf(kind, state);
    gauges[name] = (gauges[name] ?? 0) + count;
  }
  gauges.jobs_oldest_due_seconds = Math.max(0, now - (await oldestDueAt(db, now))) / 1_000;
  return gauges;
}

interface Count {
  kind: string;
  state: (typeof states)[number];
  count: number;
}

/** Counts due and later jobs apart: because counting stops at a limit, a long queue would hide the running jobs. */
function alive(db: Reader, now: number): Promise<Count[]>[] {
  const due = sql`due_at <= ${now}`;
  const later = sql`due_at > ${now}`;
  return Object.values(jobPriorities).flatMap((priority) => [due, later].map((when) => countAlive(db, priority, when, now)));
}

function countAlive(db: Reader, priority: number, when: Sql, now: number): Promise<Count[]> {
  return db.all(sql`
    SELECT kind, state, CAST(count(*) AS INTEGER) AS count FROM (
      SELECT kind, CASE WHEN claimed_by IS NOT NULL AND due_at > ${now} THEN 'running' ELSE 'waiting' END AS state
      FROM jobs WHERE dead_at IS NULL AND priority = ${priority} AND ${when} LIMIT ${maxCounted}) AS counted
    GROUP BY kind, state`);
}

function dead(db: Reader): Promise<Count[]> {
  return db.all(sql`
    SELECT kind, 'dead' AS state, CAST(count(*) AS INTEGER) AS count FROM (
      SELECT kind FROM jobs WHERE dead_at IS NOT NULL LIMIT ${maxCounted}) AS counted
    GROUP BY kind`);
}

async function oldestDueAt(db: Reader, now: number): Promise<number> {
  const of = (priority: number) =>
    db.first<{ due_at: number }>(sql`
      SELECT due_at FROM jobs WHERE dead_at IS NULL AND priority = ${priority} ORDER BY due_at LIMIT 1`);
  const found = await Promise.all(Object.values(jobPriorities).map(of));
  return Math.min(now, ...found.flatMap((row) => (row ? [row.due_at] : [])));
}

function nameOf(kind: string, state: string): string {
  return `jobs{kind="${kind.replace(/[\\"\n]/g, "_")}",state="${state}"}`;
}
