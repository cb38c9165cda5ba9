import type { Statement } from "bun:sqlite";
import { statSync } from "node:fs";
import { type Transaction, Unavailable } from "../port";
import type { Sql } from "../sql";
import { Prepared } from "./connection";

const patienceMs = 10_000;
const retryMs = 5;
const maxTransactionsPerCommit = 256;
const maxCommitWorkMs = 20;
const walLimitBytes = 32 * 1024 * 1024;
const checkpointPatienceMs = 100;

interface Job {
  work: (tx: Transaction) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Group commit: the transactions waiting in one turn of the event loop share one fsync, each answered after it. */
export class Writer {
  beforeCommit: () => void = () => {};
  readonly #file: string;
  readonly #prepared: Prepared;
  readonly #statements: Record<"begin" | "commit" | "rollback" | "savepoint" | "release" | "undo", Statement>;
  #queue: Job[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;
  /** Whether the jobs of the next batch run in savepoints, because one of them failed after it wrote. */
  #apart = false;
  #nextTruncateBytes = walLimitBytes;
  #commits = 0;

  constructor(file: string) {
    this.#file = file;
    const prepared = new Prepared(file, 0);
    this.#prepared = prepared;
    const prepare = (text: string) => prepared.connection.prepare(text);
    this.#statements = {
      begin: prepare("BEGIN IMMEDIATE"),
      commit: prepare("COMMIT"),
      rollback: prepare("ROLLBACK"),
      savepoint: prepare("SAVEPOINT job"),
      release: prepare("RELEASE job"),
      undo: prepare("ROLLBACK TO job"),
    };
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#closed) return reject(new Unavailable("the database is closed"));
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#draining ??= new Promise((drained) => setImmediate(() => this.#drain().then(drained)));
    });
  }

  gauges(): Record<string, number> {
    return { sqlite_wal_bytes: this.#walBytes(), sqlite_commits: this.#commits, sqlite_write_queue: this.#queue.length };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
    this.#truncateWal();
    for (const statement of Object.values(this.#statements)) statement.finalize();
    this.#prepared.close();
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      try {
        await this.#begin();
      } catch (error) {
        for (const job of this.#queue.splice(0)) job.reject(error);
        break;
      }
      const answers = await this.#runBatch();
      this.#commit(answers);
      if (this.#walBytes() > this.#nextTruncateBytes) this.#truncateWal();
      // Lets the next requests be read before the next batch is gathered.
      if (this.#queue.length > 0) await new Promise((turn) => setImmediate(turn));
    }
    this.#draining = undefined;
  }

  /** Another process may be writing: waits for it without holding up the reads of this one. */
  async #begin(): Promise<void> {
    const patientUntil = performance.now() + patienceMs;
    for (;;) {
      try {
        this.#statements.begin.run();
        return;
      } catch (error) {
        if (!isBusy(error)) throw new Unavailable("the database can't be written", { cause: error });
        if (performance.now() > patientUntil) throw new Unavailable("another process holds the database", { cause: error });
      }
      await new Promise((turn) => setTimeout(turn, retryMs));
    }
  }

  /**
   * Runs waiting jobs one after the other. They are undone by hand only where one fails after it wrote, which is rare: a
   * savepoint for each would copy every page the batch has touched before.
   */
  async #runBatch(): Promise<Answer[]> {
    const answers: Answer[] = [];
    const workUntil = performance.now() + maxCommitWorkMs;
    for (let count = 0; count < maxTransactionsPerCommit && this.#queue.length > 0; count += 1) {
      const job = this.#queue.shift() as Job;
      const result = this.#apart ? await this.#runApart(job) : await run(job, this.#prepared);
      if ("value" in result) {
        answers.push({ job, value: result.value });
      } else {
        job.reject(result.error);
        if (result.wrote || !this.#prepared.connection.inTransaction) return this.#undo(answers);
      }
      if (performance.now() > workUntil) break;
    }
    this.#apart = false;
    return answers;
  }

  /** Takes the whole batch back; the jobs that succeeded run again, each in a savepoint, so that it happens once. */
  #undo(answers: Answer[]): Answer[] {
    if (this.#prepared.connection.inTransaction) this.#statements.rollback.run();
    this.#queue.unshift(...answers.map(({ job }) => job));
    this.#apart = true;
    return [];
  }

  async #runApart(job: Job): Promise<Result> {
    this.#statements.savepoint.run();
    const result = await run(job, this.#prepared);
    const undone = "error" in result && this.#prepared.connection.inTransaction;
    if (undone) this.#statements.undo.run();
    if (this.#prepared.connection.inTransaction) this.#statements.release.run();
    return undone ? { ...result, wrote: false } : result;
  }

  #commit(answers: Answer[]): void {
    if (!this.#prepared.connection.inTransaction) return;
    try {
      this.beforeCommit();
      this.#statements.commit.run();
      this.#commits += 1;
      for (const { job, value } of answers) job.resolve(value);
    } catch (error) {
      if (this.#prepared.connection.inTransaction) this.#statements.rollback.run();
      for (const { job } of answers) job.reject(new Unavailable("the commit failed", { cause: error }));
    }
  }

  /** SQLite's own checkpoint yields to readers and can be starved by them; this one waits until they have moved on. */
  #truncateWal(): void {
    const { connection } = this.#prepared;
    connection.run(`PRAGMA busy_timeout = ${checkpointPatienceMs}`);
    try {
      connection.query("PRAGMA wal_checkpoint(TRUNCATE)").get();
    } finally {
      connection.run("PRAGMA busy_timeout = 0");
    }
    this.#nextTruncateBytes = this.#walBytes() + walLimitBytes;
  }

  #walBytes(): number {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}

interface Answer {
  job: Job;
  value: unknown;
}

type Result = { value: unknown } | { error: unknown; wrote: boolean };

/** Once a job is done, a statement it still issues would land in its neighbour's transaction. */
async function run(job: Job, prepared: Prepared): Promise<Result> {
  let over = false;
  let wrote = false;
  const use = () => {
    if (over) throw new Error("the transaction is over");
    return prepared;
  };
  const read = (query: Sql) => {
    wrote ||= !startsWith(query, reads);
    return use();
  };
  const tx: Transaction = {
    first: async <Row>(query: Sql) => read(query).first<Row>(query),
    all: async <Row>(query: Sql) => read(query).all<Row>(query),
    async run(query) {
      const changed = use().run(query);
      wrote ||= changed > 0 || !startsWith(query, changes);
      return changed;
    },
    lock: async () => {},
    tryLock: async () => true,
  };
  try {
    return { value: await job.work(tx) };
  } catch (error) {
    return { error, wrote };
  } finally {
    over = true;
  }
}

const reads = /^\s*SELECT\b/i;
const changes = /^\s*(INSERT|UPDATE|DELETE)\b/i;

function startsWith({ pieces }: Sql, pattern: RegExp): boolean {
  return pattern.test(pieces[0] as string);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
