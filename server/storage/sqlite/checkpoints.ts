import type { Database as Connection, Statement } from "bun:sqlite";
import { statSync } from "node:fs";
import type { LogWork } from "./copy-thread";
import type { FileWatch } from "./file-watch";
import { LogThread } from "./log-thread";

/** 8 MB: pages written often are copied once for many commits. */
const pagesAtOnce = 2_000;
/** Once all of so long a log is copied, the next commit begins at its start again. */
const longLogPages = 2 * pagesAtOnce;
const walLimitBytes = 32 * 1024 * 1024;

/** Copies the write-ahead log into the file. What can't be copied now is copied after another commit. */
export class Checkpoints {
  readonly #connection: Connection;
  readonly #file: string;
  readonly #watch: FileWatch;
  /** How many pages the log has, and how many of them are copied. */
  readonly #look: Statement;
  readonly #copyAll: Statement;
  readonly #thread: LogThread;
  #copying: Promise<void> | undefined;
  /** The thread has copied nearly all of a long log. */
  #isRestDue = false;
  #nextTruncateBytes = walLimitBytes;
  failed = 0;

  constructor(connection: Connection, file: string, watch: FileWatch) {
    this.#connection = connection;
    this.#file = file;
    this.#watch = watch;
    this.#look = connection.prepare("PRAGMA wal_checkpoint(NOOP)");
    this.#copyAll = connection.prepare("PRAGMA wal_checkpoint(PASSIVE)");
    this.#thread = new LogThread(file);
  }

  get logBytes(): number {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** As of the last commit. */
  get isLogTooLong(): boolean {
    return this.#watch.logBytes > this.#nextTruncateBytes;
  }

  /** `synced`: readers hold the snapshot from before the commit until then, and what is newer than that can't be copied. */
  async copyIfDue(synced: Promise<void>): Promise<void> {
    if (this.#watch.damage !== undefined || this.#copying) return;
    try {
      const { log, checkpointed } = this.#look.get() as { log: number; checkpointed: number };
      if (this.#isRestDue) {
        this.#isRestDue = false;
        await synced;
        this.#copyAll.get();
      } else if (log - checkpointed >= pagesAtOnce) {
        this.#copying = this.#copy(synced, log >= longLogPages);
      }
    } catch (error) {
      this.#watch.note(error);
      this.failed += 1;
    }
  }

  /** Writing goes on meanwhile, so that some is left, and the log grows. */
  async #copy(synced: Promise<void>, isLong: boolean): Promise<void> {
    await synced;
    await this.#run("copy");
    this.#isRestDue = isLong;
    this.#copying = undefined;
  }

  /** A copy yields to readers and can be starved by them; this waits until they have moved on. No change may be under way. */
  async truncate(): Promise<void> {
    await this.#copying;
    if (this.#watch.damage === undefined) await this.#run("truncate");
    this.#nextTruncateBytes = this.logBytes + walLimitBytes;
  }

  async #run(work: LogWork): Promise<void> {
    try {
      const { isComplete, isDamaged } = await this.#thread.run(work);
      if (isDamaged) this.#watch.noteDamage();
      if (!isComplete) this.failed += 1;
    } catch {
      this.failed += 1;
    }
  }

  /** Until the thread has ended. */
  async finish(): Promise<void> {
    await this.#copying;
    await this.#thread.close();
  }

  /** Leaves no log behind, unless another process is reading. */
  close(): void {
    this.#look.finalize();
    this.#copyAll.finalize();
    try {
      if (this.#watch.damage === undefined) this.#connection.run("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // The next start goes on with the log.
    }
  }
}
