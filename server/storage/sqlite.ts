import { Database as Connection, type Statement } from "bun:sqlite";
import { statSync } from "node:fs";
import { sqliteDialect } from "./dialects";
import { type Database, type Reader, type Transaction, Unavailable } from "./port";
import type { Sql, Value } from "./sql";

const oldestSqlite = "3.51.3";
const cacheKib = 16_384;
const readerBusyTimeoutMs = 1_000;
const writerPatienceMs = 10_000;
const writerRetryMs = 5;
const maxTransactionsPerCommit = 256;
const maxCommitWorkMs = 20;
/** SQLite's own checkpoint: pages written often are copied once for many commits. */
const checkpointPages = 4_000;
const walLimitBytes = 32 * 1024 * 1024;
const checkpointPatienceMs = 100;

export function openSqlite(file: string): Database {
  refuseOldSqlite(sqliteVersion());
  const writer = new Writer(file);
  const reader = new SharedReader(file);
  writer.beforeCommit = () => reader.endSnapshot();
  return {
    dialect: sqliteDialect,
    first: (query) => reader.first(query),
    all: (query) => reader.all(query),
    transaction: (work) => writer.transaction(work),
    snapshot: (work) => snapshot(file, work),
    gauges: () => writer.gauges(),
    async close() {
      reader.close();
      await writer.close();
    },
  };
}

export function sqliteVersion(): string {
  const memory = new Connection(":memory:");
  const { version } = memory.query("SELECT sqlite_version() AS version").get() as { version: string };
  memory.close();
  return version;
}

/** Older ones can lose a commit when two processes reset the write-ahead log at once. */
export function refuseOldSqlite(version: string): void {
  const number = (text: string) => text.split(".").reduce((sum, part) => sum * 1_000 + Number(part), 0);
  if (number(version) < number(oldestSqlite)) {
    throw new Error(`SQLite ${version} is too old: Foyer needs ${oldestSqlite} or later`);
  }
}

/** A connection that prepares each call site once. */
class Prepared {
  readonly connection: Connection;
  readonly #statements = new Map<readonly string[], Statement>();

  constructor(file: string, busyTimeoutMs: number) {
    this.connection = new Connection(file, { create: true, readwrite: true });
    this.connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    this.connection.run("PRAGMA journal_mode = WAL");
    this.connection.run("PRAGMA synchronous = FULL");
    this.connection.run(`PRAGMA cache_size = -${cacheKib}`);
    this.connection.run("PRAGMA secure_delete = ON");
    this.connection.run(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
  }

  statement(query: Sql): Statement {
    let statement = this.#statements.get(query.pieces);
    if (!statement) {
      statement = this.connection.prepare(query.pieces.join("?"));
      this.#statements.set(query.pieces, statement);
    }
    return statement;
  }

  first<Row>(query: Sql): Row | undefined {
    return (this.statement(query).get(...(query.values as Value[])) as Row | null) ?? undefined;
  }

  all<Row>(query: Sql): Row[] {
    return this.statement(query).all(...(query.values as Value[])) as Row[];
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.connection.close();
  }
}

/** Reads of one turn of the event loop share a snapshot: locking the file once for all of them is a fifth of a read's cost. */
class SharedReader implements Reader {
  readonly #prepared: Prepared;
  readonly #begin: Statement;
  readonly #end: Statement;
  #open = false;

  constructor(file: string) {
    this.#prepared = new Prepared(file, readerBusyTimeoutMs);
    this.#prepared.connection.run("PRAGMA query_only = ON");
    this.#begin = this.#prepared.connection.prepare("BEGIN");
    this.#end = this.#prepared.connection.prepare("COMMIT");
  }

  async first<Row>(query: Sql): Promise<Row | undefined> {
    this.#beginSnapshot();
    return this.#prepared.first<Row>(query);
  }

  async all<Row>(query: Sql): Promise<Row[]> {
    this.#beginSnapshot();
    return this.#prepared.all<Row>(query);
  }

  endSnapshot = (): void => {
    if (!this.#open) return;
    this.#open = false;
    this.#end.run();
  };

  close(): void {
    this.endSnapshot();
    this.#begin.finalize();
    this.#end.finalize();
    this.#prepared.close();
  }

  #beginSnapshot(): void {
    if (this.#open) return;
    this.#begin.run();
    this.#open = true;
    setImmediate(this.endSnapshot);
  }
}

interface Job {
  work: (tx: Transaction) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Group commit: the transactions waiting in one turn of the event loop share one fsync, each answered after it. */
class Writer {
  beforeCommit: () => void = () => {};
  readonly #file: string;
  readonly #prepared: Prepared;
  readonly #statements: Record<"begin" | "commit" | "rollback" | "savepoint" | "release" | "undo", Statement>;
  readonly #tx: Transaction;
  #queue: Job[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;
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
    this.#tx = {
      first: async <Row>(query: Sql) => prepared.first<Row>(query),
      all: async <Row>(query: Sql) => prepared.all<Row>(query),
      run: async (query) => prepared.statement(query).run(...(query.values as Value[])).changes,
      lock: async () => {},
      tryLock: async () => true,
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
    const patientUntil = performance.now() + writerPatienceMs;
    for (;;) {
      try {
        this.#statements.begin.run();
        return;
      } catch (error) {
        if (!isBusy(error)) throw new Unavailable("the database can't be written", { cause: error });
        if (performance.now() > patientUntil) throw new Unavailable("another process holds the database", { cause: error });
      }
      await new Promise((turn) => setTimeout(turn, writerRetryMs));
    }
  }

  async #runBatch(): Promise<Answer[]> {
    const answers: Answer[] = [];
    const workUntil = performance.now() + maxCommitWorkMs;
    for (let count = 0; count < maxTransactionsPerCommit && this.#queue.length > 0; count += 1) {
      const job = this.#queue.shift() as Job;
      try {
        this.#statements.savepoint.run();
        const value = await job.work(this.#tx);
        this.#statements.release.run();
        answers.push({ job, value });
      } catch (error) {
        job.reject(error);
        if (!this.#prepared.connection.inTransaction) break; // a full disk undoes the whole batch
        this.#statements.undo.run();
        this.#statements.release.run();
      }
      if (performance.now() > workUntil) break;
    }
    return answers;
  }

  #commit(answers: Answer[]): void {
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

async function snapshot<Result>(file: string, work: (reader: Reader) => Promise<Result>): Promise<Result> {
  const prepared = new Prepared(file, readerBusyTimeoutMs);
  prepared.connection.run("BEGIN");
  try {
    return await work({
      first: async <Row>(query: Sql) => prepared.first<Row>(query),
      all: async <Row>(query: Sql) => prepared.all<Row>(query),
    });
  } finally {
    prepared.connection.run("COMMIT");
    prepared.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
