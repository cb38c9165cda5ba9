import type { Dialect } from "./dialects";
import type { Sql } from "./sql";

export interface Reader {
  first<Row>(query: Sql): Promise<Row | undefined>;
  all<Row>(query: Sql): Promise<Row[]>;
}

/** An insertion, and those that follow only if it added a row. */
export interface Write {
  /** `INSERT … VALUES (…)`, with parameters and nothing else in the row. */
  readonly insert: Sql;
  readonly followedBy?: () => readonly Write[];
  /** Of the first insertion: a channel to wake once it is committed, as `wake` of a transaction does. */
  readonly wakes?: string;
}

export interface Writer {
  /**
   * Runs the insertion and, if it added a row, those that follow: on PostgreSQL one statement. False when it added none.
   * They run in any order, so none may read or change a row that another one writes.
   */
  write(write: Write): Promise<boolean>;
}

/** Statements run in the order they are issued; issue several before awaiting and they share a round trip. */
export interface Transaction extends Reader, Writer {
  /** How many rows it changed. */
  run(query: Sql): Promise<number>;
  /** Waits until no other transaction holds the names, one after the other; held to the end of this one. */
  lock(...names: string[]): Promise<void>;
  /** The same without waiting: false when another holds it. */
  tryLock(name: string): Promise<boolean>;
  /** Told to every process on this database once this is committed, with SQLite to this process alone. Never when it is not. */
  signal(channel: string, payload?: string): Promise<void>;
  /**
   * A signal for listeners that also poll. It is heard at once in this process and soon in others, unless this process ends
   * before. A `signal` in every transaction would halve what PostgreSQL commits.
   */
  wake(channel: string): void;
}

export interface TransactionOptions {
  /** Its statements may take an hour instead of seconds: a migration, say. */
  isLong?: boolean;
  /** Whose request it is. Tenants take turns on SQLite, and none takes all connections to PostgreSQL. */
  tenantId?: string;
}

/** `write` is a transaction of its own: resolved once durable. */
export interface Database extends Reader, Writer {
  readonly dialect: Dialect;
  /** Resolved once durable. The work may run again after a conflict, so it touches nothing but the transaction. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** Many reads of one moment, on a connection of their own. */
  snapshot<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result>;
  /**
   * Hears every signal from now on; returns a function that stops it. `missed` is called when some may have been lost: after the
   * connection to PostgreSQL was down, or when another process has written to the SQLite file.
   */
  listen(channel: string, heard: (payload: string) => void, missed?: () => void): () => void;
  /** Why nothing can be written until an operator acts, as far as is known without a query. */
  trouble(): string | undefined;
  /** What `/metrics` shows of it. */
  gauges(): Record<string, number>;
  close(): Promise<void>;
}

/** The database can't be reached or is too busy. */
export class Unavailable extends Error {
  override name = "Unavailable";
  /** The commit was sent and not answered. Otherwise nothing was changed. */
  readonly mayBeDone: boolean;

  constructor(message: string, { mayBeDone = false, ...options }: ErrorOptions & { mayBeDone?: boolean } = {}) {
    super(message, options);
    this.mayBeDone = mayBeDone;
  }
}
