import type { Database as Connection, Statement } from "bun:sqlite";
import { statSync } from "node:fs";
import type { FileWatch } from "./file-watch";

/** Pages written often are copied once for many commits; 8 MB are copied in some 20 ms. */
const pagesAtOnce = 2_000;
const walLimitBytes = 32 * 1024 * 1024;
const patienceMs = 100;

/** Copies the write-ahead log into the file. What can't be copied now is copied after another commit. */
export class Checkpoints {
  readonly #connection: Connection;
  readonly #file: string;
  readonly #watch: FileWatch;
  /** How many pages of the log are not copied into the file yet, and copying them. */
  readonly #notCopied: Statement;
  readonly #copy: Statement;
  #nextTruncateBytes = walLimitBytes;
  failed = 0;

  constructor(connection: Connection, file: string, watch: FileWatch) {
    this.#connection = connection;
    this.#file = file;
    this.#watch = watch;
    this.#notCopied = connection.prepare("PRAGMA wal_checkpoint(NOOP)");
    this.#copy = connection.prepare("PRAGMA wal_checkpoint(PASSIVE)");
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
    if (this.#watch.damage !== undefined) return;
    try {
      const { log, checkpointed } = this.#notCopied.get() as { log: number; checkpointed: number };
      if (log - checkpointed < pagesAtOnce) return;
      await synced;
      // In a turn of the event loop of its own.
      await new Promise((turn) => setImmediate(turn));
      this.#copy.get();
    } catch (error) {
      this.#watch.note(error);
      this.failed += 1;
    }
  }

  /** A passive checkpoint yields to readers and can be starved by them; this one waits until they have moved on. */
  truncate(): void {
    if (this.#watch.damage !== undefined) return;
    try {
      this.#connection.run(`PRAGMA busy_timeout = ${patienceMs}`);
      const { busy } = this.#connection.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
      this.failed += busy;
    } catch {
      // A full disk, say. What is in the log is safe there, and the next try comes when it has grown again.
      this.failed += 1;
    } finally {
      this.#connection.run("PRAGMA busy_timeout = 0");
    }
    this.#nextTruncateBytes = this.logBytes + walLimitBytes;
  }

  close(): void {
    this.#notCopied.finalize();
    this.#copy.finalize();
  }
}
