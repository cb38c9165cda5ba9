import { afterEach, beforeEach } from "bun:test";
import type { Writing } from "../../../server/context";
import { eventsChannel } from "../../../server/events/record";
import { enqueueJob } from "../../../server/jobs/enqueue";
import { type JobKind, jobsChannel, jobType } from "../../../server/jobs/job";
import type { Lane } from "../../../server/jobs/lanes";
import { createJobRunner, type JobRunner } from "../../../server/jobs/runner";
import { createIds } from "../../../server/records/ids";
import { openDatabase } from "../../../server/storage/open";
import type { Database } from "../../../server/storage/port";
import { sql, statement } from "../../../server/storage/sql";
import { createLog } from "../../../server/telemetry/log";
import { withClock } from "../database/database-clock";
import { createStorage, type Engine, type Storage } from "../database/engines";
import { testSite } from "./site";

type RunnerOptions = Parameters<typeof createJobRunner>[0];
export type Kinds = Readonly<Record<string, JobKind<never>>>;
type Enqueuing = Parameters<typeof enqueueJob>[3] & { lane?: Lane };

export interface StoredJob {
  tenant_id: string;
  job_id: string;
  kind: string;
  lane: string;
  ready: number;
  due_at: number;
  attempts: number;
  claimed_by: string | null;
  last_error: string | null;
  dead_at: number | null;
}

/** A database with jobs and no service: runners are started by the test, with kinds of its own. */
export class Workshop {
  readonly logged: string[] = [];
  readonly #log = createLog((text) => this.logged.push(text), Date.now);
  readonly #runners: JobRunner[] = [];
  #ahead = 0;
  readonly clock = () => Date.now() + this.#ahead;
  readonly newId = createIds(this.clock);

  readonly db: Database;

  private constructor(
    readonly storage: Storage,
    db: Database,
  ) {
    this.db = withClock(db, () => this.#ahead);
  }

  static async open(engine: Engine): Promise<Workshop> {
    const storage = await createStorage(engine, { hasTables: true });
    const db = openDatabase(storage);
    await db.transaction((tx) => tx.run(statement(`CREATE TABLE effects (name ${db.dialect.text} NOT NULL)`)));
    return new Workshop(storage, db);
  }

  /** Moves the clocks of the processes and of the database. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  run(kinds: Kinds, options: Partial<RunnerOptions> = {}): JobRunner {
    const { db, clock, newId } = this;
    const log = this.#log;
    const runner = createJobRunner({ db, clock, newId, log, site: testSite, kinds, recurring: [], pollMs: 20, ...options });
    this.#runners.push(runner);
    return runner;
  }

  /** One transaction of a tenant's. */
  change<Result>(work: (ctx: Writing) => Promise<Result>, tenantId = "tenant_a", db = this.db): Promise<Result> {
    const { clock, newId } = this;
    return db.transaction((tx) => work({ db: tx, dialect: db.dialect, tenantId, now: clock(), newId, site: testSite }));
  }

  /** Returns the job's identifier. */
  enqueue(kind: string, payload: unknown = null, options?: Enqueuing, db = this.db): Promise<string> {
    return this.enqueueFor("tenant_a", kind, payload, options, db);
  }

  enqueueFor(tenantId: string, kind: string, payload: unknown, options?: Enqueuing, db = this.db): Promise<string> {
    return this.change((ctx) => enqueue(ctx, kind, payload, options), tenantId, db);
  }

  /** In a transaction that another tenant's job has begun. */
  enqueueInto(ctx: Writing, tenantId: string, kind: string, payload: unknown): Promise<string> {
    return enqueue({ ...ctx, tenantId }, kind, payload);
  }

  async jobs(): Promise<StoredJob[]> {
    return [...(await this.db.all<StoredJob>(sql`SELECT * FROM jobs ORDER BY job_id`))];
  }

  /** Resolved once no job is left. */
  allDone(): Promise<void> {
    return until(async () => (await this.jobs()).length === 0);
  }

  async forgetJobs(): Promise<void> {
    await this.db.transaction((tx) => tx.run(sql`DELETE FROM jobs`));
  }

  /** The effects that jobs have left; one that happened twice is there twice. */
  async effects(): Promise<string[]> {
    const rows = await this.db.all<{ name: string }>(sql`SELECT name FROM effects ORDER BY name`);
    return rows.map(({ name }) => name);
  }

  /** Lines of the log, as objects. */
  lines(): Record<string, unknown>[] {
    this.#log.flush();
    return this.logged.flatMap((text) => text.trimEnd().split("\n")).map((line) => JSON.parse(line));
  }

  async drain(): Promise<void> {
    await Promise.all(this.#runners.splice(0).map((runner) => runner.drain(5_000)));
  }

  async close(): Promise<void> {
    await this.drain();
    await this.db.close();
    await this.storage.remove();
  }
}

/** A workshop for each test of a `describe`. */
export function useWorkshop(engine: Engine): () => Workshop {
  let shop: Workshop;
  beforeEach(async () => {
    shop = await Workshop.open(engine);
  }, 60_000);
  afterEach(() => shop?.close());
  return () => shop;
}

/** Kinds of a test are in no list that the compiler knows: this is where it is told otherwise. */
export function enqueue(ctx: Writing, kind: string, payload: unknown, options?: Enqueuing): Promise<string> {
  return enqueueJob(ctx, jobType(kind, options?.lane ?? "builds"), payload, options);
}

/** Leaves an effect named after its payload. */
export const leave: JobKind<string> = {
  maxAttempts: 3,
  run: (ctx, name) => ctx.finish(async (writing) => void (await leaveEffect(writing, name))),
};

/** A row that a job leaves behind: there exactly as often as its transaction was committed. */
export function leaveEffect({ db }: Pick<Writing, "db">, name: string): Promise<number> {
  return db.run(sql`INSERT INTO effects (name) VALUES (${name})`);
}

/** Makes the runner and the feed look at once, instead of within a second. */
export function wakeRunners(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    tx.wake(jobsChannel);
    tx.wake(eventsChannel);
  });
}

/**
 * Waits for a condition. The limit is only against hanging, on a machine that others use too. Looks at growing intervals, so that
 * looking does not slow down the work that is waited for.
 */
export async function until(isSo: () => boolean | Promise<boolean>, withinMs = 120_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`It never became so: ${isSo}`);
    await Bun.sleep(Math.min(2 + waitedMs / 10, 50));
  }
}
