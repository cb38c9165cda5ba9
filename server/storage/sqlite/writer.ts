import type { Statement } from "bun:sqlite";
import { statSync } from "node:fs";
import { InPieces } from "../../event-loop/in-pieces";
import { type Transaction, Unavailable, type Write } from "../port";
import { Outbox, type Signal } from "../signals";
import type { Sql } from "../sql";
import { isBusy, Prepared, translated } from "./connection";
import { FileWatch } from "./file-watch";
import { LogFile } from "./log-file";

const patienceMs = 10_000;
const retryMs = 5;
const maxTransactionsPerCommit = 256;
const maxCommitWorkMs = 20;
/** Pages written often are copied once for many commits; 8 MB are copied in some 20 ms. */
const checkpointPages = 2_000;
const walLimitBytes = 32 * 1024 * 1024;
const checkpointPatienceMs = 100;

interface Job {
  work: ((tx: Transaction) => Promise<unknown>) | Write;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Result = { value: unknown; signals: Iterable<Signal> } | { error: unknown; wrote: boolean };

/** A job and how it ended; told to whoever waits only once what it saw is durable. */
type Outcome = { job: Job } & Result;

/**
 * Group commit: the transactions waiting in one turn of the event loop share one commit, and each is answered once it is durable.
 * Meanwhile the next ones run, but are committed only afterwards.
 */
export class Writer {
  /** From here on until `afterSync`, what is committed is not durable yet. */
  beforeCommit: () => void = () => {};
  afterSync: () => void = () => {};
  afterCommit: (signals: Iterable<Signal>) => void = () => {};
  readonly watch: FileWatch;
  readonly #file: string;
  readonly #log: LogFile;
  readonly #prepared: Prepared;
  /** A long transaction holds up other changes, but no reads. */
  readonly #inPieces = new InPieces();
  readonly #statements: Record<"begin" | "commit" | "rollback" | "savepoint" | "release" | "undo", Statement>;
  /** Changed by the commits of others alone. */
  readonly #dataVersion: Statement;
  #seenVersion: number | undefined;
  /** How many pages of the log are not copied into the file yet, and copying them. */
  readonly #notCopied: Statement;
  readonly #copy: Statement;
  #queue: Job[] = [];
  #draining: Promise<void> | undefined;
  /** The latest commit is durable, or has failed to become so. Never rejects. */
  #synced: Promise<void> = Promise.resolve();
  #closed = false;
  #nextTruncateBytes = walLimitBytes;
  #commits = 0;
  #failedCheckpoints = 0;

  constructor(file: string) {
    this.#file = file;
    this.#log = new LogFile(file);
    this.#prepared = new Prepared(file, 0);
    this.watch = new FileWatch(file);
    this.#dataVersion = this.#prepared.connection.prepare("PRAGMA data_version");
    const prepare = (text: string) => this.#prepared.connection.prepare(text);
    this.#notCopied = prepare("PRAGMA wal_checkpoint(NOOP)");
    this.#copy = prepare("PRAGMA wal_checkpoint(PASSIVE)");
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

  transaction<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value> {
    return this.#enqueue(work);
  }

  write(write: Write): Promise<boolean> {
    return this.#enqueue(write);
  }

  #enqueue<Value>(work: Job["work"]): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (this.#closed) return reject(new Unavailable("the database is closed"));
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#draining ??= this.#drain();
    });
  }

  gauges(): Record<string, number> {
    return {
      sqlite_wal_bytes: this.#walBytes(),
      sqlite_write_queue: this.#queue.length,
      sqlite_commits_total: this.#commits,
      sqlite_failed_checkpoints_total: this.#failedCheckpoints,
    };
  }

  /** Takes no more changes, and waits for those that it has. */
  async finish(): Promise<void> {
    this.#closed = true;
    await this.#draining;
    await this.#synced;
  }

  close(): void {
    this.#truncateWal();
    this.#log.close();
    for (const statement of [...Object.values(this.#statements), this.#notCopied, this.#copy]) statement.finalize();
    this.#prepared.close();
  }

  async #drain(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        // Lets the requests that have arrived be read, so that their changes join the batch.
        await new Promise((turn) => setImmediate(turn));
        this.#inPieces.begin();
        await this.#commitBatch();
        await this.#checkpoint();
        if (this.watch.logBytes > this.#nextTruncateBytes) {
          await this.#synced;
          this.#truncateWal();
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
      const waiting = batch.length > 0 ? batch : this.#queue.splice(0);
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
        // What is told without need does no harm.
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
      const job = this.#queue.shift() as Job;
      batch.push(job);
      const result =
        typeof job.work === "function" ? await run(job.work, this.#prepared, this.#inPieces) : runWrite(job.work, this.#prepared);
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
      const result =
        typeof job.work === "function" ? await run(job.work, this.#prepared, this.#inPieces) : runWrite(job.work, this.#prepared);
      if ("error" in result) this.#statements.undo.run();
      this.#statements.release.run();
      outcomes.push(this.#outcome(job, result));
    }
    return outcomes;
  }

  #outcome(job: Job, result: Result): Outcome {
    return "error" in result ? { ...result, job, error: translated(this.watch.note(result.error)) } : { ...result, job };
  }

  /** In a turn of the event loop of its own. What can't be copied now is copied after another commit. */
  async #checkpoint(): Promise<void> {
    if (this.watch.damage !== undefined) return;
    try {
      const { log, checkpointed } = this.#notCopied.get() as { log: number; checkpointed: number };
      if (log - checkpointed < checkpointPages) return;
      // Readers hold the snapshot from before the commit until then, and what is newer than that can't be copied.
      await this.#synced;
      await new Promise((turn) => setImmediate(turn));
      this.#copy.get();
    } catch (error) {
      this.watch.note(error);
      this.#failedCheckpoints += 1;
    }
  }

  /** A passive checkpoint yields to readers and can be starved by them; this one waits until they have moved on. */
  #truncateWal(): void {
    if (this.watch.damage !== undefined) return;
    const { connection } = this.#prepared;
    // Our own reader would be waited for in vain.
    this.afterSync();
    try {
      connection.run(`PRAGMA busy_timeout = ${checkpointPatienceMs}`);
      const { busy } = connection.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
      this.#failedCheckpoints += busy;
    } catch {
      // A full disk, say. What is in the log is safe there, and the next try comes when it has grown again.
      this.#failedCheckpoints += 1;
    } finally {
      connection.run("PRAGMA busy_timeout = 0");
    }
    this.#nextTruncateBytes = this.#walBytes() + walLimitBytes;
  }

  #walBytes(): number {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}

/** Once a job is done, a statement it still issues would land in its neighbour's transaction. */
async function run(work: (tx: Transaction) => Promise<unknown>, prepared: Prepared, inPieces: InPieces): Promise<Result> {
  let over = false;
  let wrote = false;
  const outbox = new Outbox();
  const use = () => {
    if (over) throw new Error("the transaction is over");
    return prepared;
  };
  const read = (query: Sql) => {
    wrote ||= !startsWith(query, reads);
    return use();
  };
  const tx: Transaction = {
    first: async <Row>(query: Sql) => inPieces.run(() => read(query).first<Row>(query)),
    all: async <Row>(query: Sql) => inPieces.run(() => read(query).all<Row>(query)),
    run: async (query) =>
      inPieces.run(() => {
        const changed = use().run(query);
        wrote ||= changed > 0 || !startsWith(query, changes);
        return changed;
      }),
    write: async (write) =>
      inPieces.run(() => {
        const before = wrote;
        // Until it is known that it added nothing: a failure may come after its first row.
        wrote = true;
        const added = use().write(write);
        wrote = before || added;
        if (added && write.wakes !== undefined) outbox.add(write.wakes, "");
        return added;
      }),
    lock: async () => {},
    tryLock: async () => true,
    async signal(channel, payload = "") {
      use();
      outbox.add(channel, payload);
    },
    wake: (channel) => outbox.add(channel, ""),
  };
  try {
    return { value: await work(tx), signals: outbox.signals };
  } catch (error) {
    return { error, wrote };
  } finally {
    over = true;
  }
}

/** Without the closures and promises of a transaction. */
function runWrite(write: Write, prepared: Prepared): Result {
  try {
    const value = prepared.write(write);
    return { value, signals: value && write.wakes !== undefined ? [{ channel: write.wakes, payload: "" }] : [] };
  } catch (error) {
    return { error, wrote: true };
  }
}

const reads = /^\s*SELECT\b/i;
const changes = /^\s*(INSERT|UPDATE|DELETE)\b/i;

function startsWith({ pieces }: Sql, pattern: RegExp): boolean {
  return pattern.test(pieces[0] as string);
}
