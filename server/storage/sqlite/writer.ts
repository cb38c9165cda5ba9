import type { Statement } from "bun:sqlite";
import { InPieces } from "../../event-loop/in-pieces";
import { TenantQueue } from "../../event-loop/tenant-queue";
import { type Transaction, type TransactionOptions, Unavailable, type Write } from "../port";
import type { Signal } from "../signals";
import { Checkpoints } from "./checkpoints";
import { isBusy, Prepared, translated } from "./connection";
import { FileWatch } from "./file-watch";
import { LogFile } from "./log-file";
import { type Result, runWork, type Work } from "./run-work";

const patienceMs = 10_000;
const retryMs = 5;
const maxTransactionsPerCommit = 256;
const maxCommitWorkMs = 20;

interface Job {
  work: Work;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** A job and how it ended. Its caller is told once everything that the job saw is durable. */
type Outcome = { job: Job } & Result;

/** The log is emptied this long after the first request for it: many tenants may ask at about the same time. */
const emptyLogMs = 1_000;

/**
 * Group commit: the transactions waiting in one turn of the event loop share one commit, and each is answered once it is durable.
 * Meanwhile the next ones run, but are committed only afterwards.
 */
export class SqliteWriter {
  /** From here on until `afterSync`, what is committed is not durable yet. */
  beforeCommit: () => void = () => {};
  afterSync: () => void = () => {};
  afterCommit: (signals: Iterable<Signal>) => void = () => {};
  readonly watch: FileWatch;
  readonly #log: LogFile;
  readonly #checkpoints: Checkpoints;
  readonly #prepared: Prepared;
  /** A long transaction holds up other changes, but no reads. */
  readonly #inPieces = new InPieces();
  readonly #statements: Record<"begin" | "commit" | "rollback" | "savepoint" | "release" | "undo", Statement>;
  /** Changed by the commits of others alone. */
  readonly #dataVersion: Statement;
  #seenVersion: number | undefined;
  readonly #queue = new TenantQueue<Job>();
  #draining: Promise<void> | undefined;
  /** The latest commit is durable, or has failed to become so. Never rejects. */
  #synced: Promise<void> = Promise.resolve();
  #closed = false;
  /** How many long transactions are not over. */
  #longOnes = 0;
  #keepsInMemory = false;
  #mustEmptyLog = false;
  #emptying: ReturnType<typeof setTimeout> | undefined;
  #commits = 0;

  constructor(file: string) {
    this.#log = new LogFile(file);
    this.#prepared = new Prepared(file, 0);
    this.watch = new FileWatch(file);
    this.#checkpoints = new Checkpoints(this.#prepared.connection, file, this.watch);
    this.#dataVersion = this.#prepared.connection.prepare("PRAGMA data_version");
    const prepare = (text: string) => this.#prepared.connection.prepare(text);
    this.#statements = {
      begin: prepare("BEGIN IMMEDIATE"),
      commit: prepare("COMMIT"),
      rollback: prepare("ROLLBACK"),
      savepoint: prepare("SAVEPOINT job"),
      release: prepare("RELEASE job"),
      undo: prepare("ROLLBACK TO job"),
    };
  }

  /** Whether another process has written since this was last asked. */
  sawOthers(): boolean {
    const { data_version } = this.#dataVersion.get() as { data_version: number };
    const before = this.#seenVersion;
    this.#seenVersion = data_version;
    return before !== undefined && before !== data_version;
  }

  async transaction<Value>(
    work: (tx: Transaction) => Promise<Value>,
    { tenantId, isLong = false }: TransactionOptions = {},
  ): Promise<Value> {
    if (!isLong) return this.#enqueue(work, tenantId);
    this.#longOnes += 1;
    try {
      return await this.#enqueue(work, tenantId);
    } finally {
      this.#longOnes -= 1;
    }
  }

  write(write: Write): Promise<boolean> {
    return this.#enqueue(write);
  }

  /** Work that is for no tenant has turns of its own, like one more tenant. */
  #enqueue<Value>(work: Work, tenantId = ""): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (this.#closed) return reject(new Unavailable("the database is closed"));
      this.#queue.add(tenantId, { work, resolve: resolve as (value: unknown) => void, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Soon: what was removed stays readable in the log, and in the file until the log is copied over it. */
  emptyLog(): void {
    this.#emptying ??= setTimeout(() => {
      this.#emptying = undefined;
      this.#mustEmptyLog = true;
      this.#draining ??= this.#drain();
    }, emptyLogMs).unref();
  }

  gauges(): Record<string, number> {
    return {
      sqlite_wal_bytes: this.#checkpoints.logBytes,
      sqlite_write_queue: this.#queue.length,
      sqlite_commits_total: this.#commits,
      sqlite_failed_checkpoints_total: this.#checkpoints.failed,
    };
  }

  /** Takes no more changes, and waits for those that it has. */
  async finish(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#emptying);
    await this.#draining;
    await this.#synced;
    await this.#checkpoints.finish();
  }

  close(): void {
    this.#checkpoints.close();
    this.#log.close();
    for (const statement of Object.values(this.#statements)) statement.finalize();
    this.#prepared.close();
  }

  async #drain(): Promise<void> {
    try {
      while (this.#queue.length > 0 || this.#mustEmptyLog) {
        // Lets the requests that have arrived be read, so that their changes join the batch.
        await new Promise((turn) => setImmediate(turn));
        if (this.#queue.length > 0) {
          this.#inPieces.begin();
          await this.#commitBatch();
          await this.#checkpoints.copyIfDue(this.#synced);
        }
        if (this.#mustEmptyLog || this.#checkpoints.isLogTooLong) {
          this.#mustEmptyLog = false;
          await this.#synced;
          // A checkpoint would wait for our own reader, which would never move on.
          this.afterSync();
          await this.#checkpoints.truncate();
        }
      }
    } finally {
      this.#draining = undefined;
    }
  }

  /** Whatever fails here fails the whole batch, and nothing of it is there. */
  async #commitBatch(): Promise<void> {
    const batch: Job[] = [];
    try {
      this.#chooseMemory();
      await this.#begin();
      const outcomes = (await this.#runTogether(batch)) ?? (await this.#runApart(batch));
      await this.#synced;
      await this.#inPieces.run(() => {
        this.watch.refuseTrouble();
        this.#log.open();
        this.beforeCommit();
        this.#statements.commit.run();
      });
      this.#commits += 1;
      this.#synced = this.#sync(outcomes);
    } catch (cause) {
      const waiting = batch.length > 0 ? batch : this.#queue.takeAll();
      const known = this.watch.note(cause);
      const error = known instanceof Unavailable ? known : new Unavailable("the database can't be written", { cause });
      this.#rollBack();
      // The commit before this one may still be on its way to the disk.
      await this.#synced;
      this.afterSync();
      for (const job of waiting) job.reject(error);
    }
  }

  async #sync(outcomes: readonly Outcome[]): Promise<void> {
    try {
      await this.#log.sync();
    } catch (cause) {
      this.afterSync();
      const error = this.watch.noteFailedSync(cause);
      for (const outcome of outcomes) {
        outcome.job.reject(error);
        // A needless signal does no harm.
        if (!("error" in outcome)) this.afterCommit(outcome.signals);
      }
      return;
    }
    this.afterSync();
    for (const outcome of outcomes) {
      if ("error" in outcome) {
        outcome.job.reject(outcome.error);
      } else {
        outcome.job.resolve(outcome.value);
        this.afterCommit(outcome.signals);
      }
    }
  }

  /**
   * SQLite keeps the pages that a statement changes as they were until it is over. In a file, these would be as many writes as the
   * log has. Of a long transaction, they may be more than there is memory.
   */
  #chooseMemory(): void {
    const inMemory = this.#longOnes === 0;
    if (inMemory === this.#keepsInMemory) return;
    this.#prepared.connection.run(`PRAGMA temp_store = ${inMemory ? "MEMORY" : "FILE"}`);
    this.#keepsInMemory = inMemory;
  }

  /** In a damaged file even this fails: the next transaction is refused then. */
  #rollBack(): void {
    try {
      if (this.#prepared.connection.inTransaction) this.#statements.rollback.run();
    } catch (error) {
      this.watch.note(error);
    }
  }

  /** Another process may be writing: waits for it without holding up the reads of this one. */
  async #begin(): Promise<void> {
    const patientUntil = performance.now() + patienceMs;
    for (;;) {
      try {
        this.#statements.begin.run();
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > patientUntil) throw new Unavailable("another process holds the database", { cause: error });
      }
      await new Promise((turn) => setTimeout(turn, retryMs));
    }
  }

  /**
   * Takes jobs from the queue and runs them one after the other. Undefined when one fails after it wrote, which is rare:
   * a savepoint for each would copy every page the batch has touched before.
   */
  async #runTogether(batch: Job[]): Promise<Outcome[] | undefined> {
    const outcomes: Outcome[] = [];
    const workUntil = performance.now() + maxCommitWorkMs;
    while (this.#queue.length > 0 && batch.length < maxTransactionsPerCommit && performance.now() < workUntil) {
      const job = this.#queue.next() as Job;
      batch.push(job);
      const result = await runWork(job.work, this.#prepared, this.#inPieces);
      const isUndone = !this.#prepared.connection.inTransaction;
      if (isUndone || ("error" in result && result.wrote)) return undefined;
      outcomes.push(this.#outcome(job, result));
    }
    return outcomes;
  }

  /** The batch from its beginning, each job in a savepoint: what one of them saw of another is taken back too. */
  async #runApart(batch: Job[]): Promise<Outcome[]> {
    if (this.#prepared.connection.inTransaction) this.#statements.rollback.run();
    await this.#begin();
    const outcomes: Outcome[] = [];
    for (const job of batch) {
      this.#statements.savepoint.run();
      const result = await runWork(job.work, this.#prepared, this.#inPieces);
      if ("error" in result) this.#statements.undo.run();
      this.#statements.release.run();
      outcomes.push(this.#outcome(job, result));
    }
    return outcomes;
  }

  #outcome(job: Job, result: Result): Outcome {
    return "error" in result ? { ...result, job, error: translated(this.watch.note(result.error)) } : { ...result, job };
  }
}
