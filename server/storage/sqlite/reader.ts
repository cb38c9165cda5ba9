import type { Statement } from "bun:sqlite";
import type { Reader } from "../port";
import type { Sql } from "../sql";
import { Prepared, translated } from "./connection";
import type { FileWatch } from "./file-watch";

const busyTimeoutMs = 1_000;

/**
 * Reads of one turn of the event loop share a snapshot: locking the file once for all of them is a fifth of a read's cost. While a
 * commit is not durable yet, they keep the snapshot from before it.
 */
export class SharedReader implements Reader {
  readonly #watch: FileWatch;
  readonly #prepared: Prepared;
  readonly #begin: Statement;
  readonly #look: Statement;
  readonly #end: Statement;
  #isOpen = false;
  isHeld = false;

  constructor(file: string, watch: FileWatch) {
    this.#watch = watch;
    this.#prepared = new Prepared(file, busyTimeoutMs);
    this.#prepared.connection.run("PRAGMA query_only = ON");
    this.#begin = this.#prepared.connection.prepare("BEGIN");
    this.#look = this.#prepared.connection.prepare("SELECT 1 FROM sqlite_schema LIMIT 1");
    this.#end = this.#prepared.connection.prepare("COMMIT");
  }

  async first<Row>(query: Sql): Promise<Row | undefined> {
    return this.#read(() => this.#prepared.first<Row>(query));
  }

  async all<Row>(query: Sql): Promise<Row[]> {
    return this.#read(() => this.#prepared.all<Row>(query));
  }

  /** Until `release`, reads see what is committed now. */
  hold(): void {
    this.#read(() => this.#look.get());
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    this.endSnapshot();
  }

  endSnapshot = (): void => {
    if (!this.#isOpen || this.isHeld) return;
    this.#isOpen = false;
    try {
      this.#end.run();
    } catch (error) {
      // Nobody waits for it. In a damaged file even the end of a read fails.
      this.#watch.note(error);
      this.#rollBack();
    }
  };

  #rollBack(): void {
    try {
      if (this.#prepared.connection.inTransaction) this.#prepared.connection.run("ROLLBACK");
    } catch (error) {
      this.#watch.note(error);
    }
  }

  close(): void {
    this.release();
    this.#begin.finalize();
    this.#look.finalize();
    this.#end.finalize();
    this.#prepared.close();
  }

  #read<Result>(read: () => Result): Result {
    try {
      if (!this.#isOpen) {
        this.#begin.run();
        this.#isOpen = true;
        setImmediate(this.endSnapshot);
      }
      return read();
    } catch (error) {
      throw translated(this.#watch.note(error));
    }
  }
}

/** The work sees one moment for as long as it takes, on a connection of its own. */
export async function readSnapshot<Result>(file: string, work: (reader: Reader) => Promise<Result>): Promise<Result> {
  const prepared = new Prepared(file, busyTimeoutMs);
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
