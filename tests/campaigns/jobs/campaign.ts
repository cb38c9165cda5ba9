import { createIds } from "../../../server/records/ids";
import { migrate } from "../../../server/storage/migrate";
import { openDatabase, type StorageConfig } from "../../../server/storage/open";
import type { Database } from "../../../server/storage/port";
import { sql, statement } from "../../../server/storage/sql";
import type { PostgresServer } from "../../support/database/postgres";
import { enqueue, until } from "../../support/service/jobs";
import { testSite } from "../../support/service/site";
import { createRandom } from "../random";
import { WorkerProcess } from "./worker-process";

const workers = 3;
const lookEveryMs = 50;
const jobsPerTransaction = 250;
/** Short enough that what a killed worker had is soon due again. */
const leaseMs = 1_500;
const patienceMs = 300_000;

export interface JobsReport {
  jobs: number;
  /** Workers killed, or how often the database went away. */
  interruptions: number;
  tookMs: number;
}

/** Many jobs over three processes, of which one is killed after so many jobs and replaced: each effect is there exactly once. */
export async function killWorkers(storage: StorageConfig, jobs: number, jobsPerKill: number, seed: number): Promise<JobsReport> {
  const random = createRandom(seed);
  return withWorkers(storage, workers, async ({ db, team, spawn }) => {
    const names = Array.from({ length: jobs }, (_, index) => `job ${index}`);
    const started = performance.now();
    const enqueued = enqueueAll(db, names);
    let kills = 0;
    while (!(await isDone(db, jobs))) {
      if (performance.now() - started > patienceMs) throw new Error(`Not done after ${patienceMs} ms`);
      await new Promise((turn) => setTimeout(turn, lookEveryMs));
      if ((await effects(db)).length < (kills + 1) * jobsPerKill) continue;
      const victim = random.below(workers);
      await team[victim]?.kill();
      team[victim] = spawn();
      kills += 1;
    }
    await enqueued;
    const tookMs = performance.now() - started;
    expectSame(await effects(db), names);
    return { jobs, interruptions: kills, tookMs };
  });
}

/** A process stopped past its lease writes nothing when it goes on after another took over, and ends its work when nobody did. */
export async function pauseWorkers(storage: StorageConfig): Promise<void> {
  await withWorkers(storage, 1, async ({ db, team, spawn }) => {
    const [first] = team as [WorkerProcess];
    await enqueueAll(db, ["taken over"], "long");
    await until(async () => (await effects(db)).length === 1);
    first.pause();
    const second = spawn();
    team.push(second);
    // If it stopped within a transaction, PostgreSQL ends that after 30 s.
    await until(() => hasEffect(db, "taken over finished 2"), patienceMs);
    first.goOn();
    await until(() => first.output.includes("job lost its lease"));
    expectSame(await effects(db), ["taken over begun 1", ...attemptOf("taken over", 2)]);

    await second.kill();
    await enqueueAll(db, ["left alone"], "long");
    await until(() => hasEffect(db, "left alone begun 1"));
    first.pause();
    await new Promise((turn) => setTimeout(turn, leaseMs + 100));
    first.goOn();
    await until(() => hasEffect(db, "left alone finished 1"));
    const left = (await effects(db)).filter((name) => name.startsWith("left alone"));
    expectSame(left, attemptOf("left alone", 1));
  });
}

/** The database server goes away under work and comes back: the same processes go on with it. */
export async function stopDatabase(postgres: PostgresServer, awayMs: number, jobs: number): Promise<JobsReport> {
  const storage = { databaseUrl: await postgres.createDatabase(`jobs_${jobs}_${awayMs}`), dataFolder: "" };
  return withWorkers(storage, 2, async ({ db, team }) => {
    const names = Array.from({ length: jobs }, (_, index) => `job ${index}`);
    await enqueueAll(db, names);
    await until(async () => (await effects(db)).length > jobs / 10, patienceMs);
    await postgres.halt();
    await new Promise((turn) => setTimeout(turn, awayMs));
    await postgres.launch();
    const back = performance.now();
    await until(() => isDone(db, jobs).catch(() => false), patienceMs);
    if (team.some(({ ended }) => ended)) throw new Error("A worker ended with its database");
    expectSame(await effects(db), names);
    return { jobs, interruptions: 1, tookMs: performance.now() - back };
  });
}

interface Stage {
  db: Database;
  team: WorkerProcess[];
  spawn: () => WorkerProcess;
}

async function withWorkers<Result>(
  storage: StorageConfig,
  count: number,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(storage);
  const spawn = () => new WorkerProcess({ databaseUrl: storage.databaseUrl, dataFolder: storage.dataFolder, leaseMs });
  const team: WorkerProcess[] = [];
  try {
    await migrate(db);
    await db.transaction((tx) => tx.run(statement(`CREATE TABLE IF NOT EXISTS effects (name ${db.dialect.text} NOT NULL)`)));
    await db.transaction((tx) => tx.run(sql`DELETE FROM effects`));
    for (let index = 0; index < count; index += 1) team.push(spawn());
    return await work({ db, team, spawn });
  } catch (error) {
    const said = team.map(({ pid, output }) => `worker ${pid}:\n${output}`).join("\n");
    throw new Error(`${error instanceof Error ? error.message : error}\n${said}`, { cause: error });
  } finally {
    await Promise.all(team.map((worker) => worker.kill()));
    await db.close();
  }
}

async function enqueueAll(db: Database, names: readonly string[], kind = "short"): Promise<void> {
  const newId = createIds(Date.now);
  for (let from = 0; from < names.length; from += jobsPerTransaction) {
    await db.transaction(async (tx) => {
      const ctx = { db: tx, dialect: db.dialect, tenantId: "tenant_a", now: Date.now(), newId, site: testSite };
      await Promise.all(names.slice(from, from + jobsPerTransaction).map((name) => enqueue(ctx, kind, name)));
    });
  }
}

async function isDone(db: Database, jobs: number): Promise<boolean> {
  const row = await db.first<{ left: number; done: number }>(sql`
    SELECT (SELECT CAST(count(*) AS INTEGER) FROM jobs) AS left, (SELECT CAST(count(*) AS INTEGER) FROM effects) AS done`);
  return row?.left === 0 && row.done >= jobs;
}

async function effects(db: Database): Promise<string[]> {
  return (await db.all<{ name: string }>(sql`SELECT name FROM effects`)).map(({ name }) => name);
}

async function hasEffect(db: Database, name: string): Promise<boolean> {
  return (await effects(db)).includes(name);
}

function attemptOf(name: string, attempt: number): string[] {
  return ["begun", "stepped", "finished"].map((part) => `${name} ${part} ${attempt}`);
}

function expectSame(found: readonly string[], wanted: readonly string[]): void {
  const kept = new Set(found);
  const lost = wanted.filter((name) => !kept.has(name));
  const rest = new Set(wanted);
  const tooMany = found.filter((name) => !rest.delete(name));
  if (lost.length + tooMany.length === 0) return;
  const some = (names: string[]) => names.slice(0, 10).join(", ");
  throw new Error(`${lost.length} lost (${some(lost)}), ${tooMany.length} too many (${some(tooMany)})`);
}
