import { Database as Connection, SQLiteError, type Statement } from "bun:sqlite";
import { queryText, sqliteDialect } from "../dialects";
import { Unavailable, type Write } from "../port";
import type { Sql, Value } from "../sql";

const cacheKib = 16_384;
/** While opening: processes that start together switch the file to WAL in turn. */
const openTimeoutMs = 5_000;
/** Far more than there are call sites: beyond it the one that was prepared first goes. */
const maxStatements = 2_000;

/** A connection that prepares each call site once. */
export class Prepared {
  readonly connection: Connection;
  readonly #statements = new Map<readonly string[], Statement>();

  constructor(file: string, busyTimeoutMs: number) {
    this.connection = new Connection(file, { create: true, readwrite: true });
    this.connection.run(`PRAGMA busy_timeout = ${openTimeoutMs}`);
    this.connection.run("PRAGMA journal_mode = WAL");
    // A commit does not wait for the disk: the writer does, outside of the event loop. Checkpoints do wait.
    this.connection.run("PRAGMA synchronous = NORMAL");
    this.connection.run(`PRAGMA cache_size = -${cacheKib}`);
    this.connection.run("PRAGMA secure_delete = ON");
    // The writer makes checkpoints itself, apart from its commits.
    this.connection.run("PRAGMA wal_autocheckpoint = 0");
    this.connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  }

  statement(query: Sql): Statement {
    let statement = this.#statements.get(query.pieces);
    if (!statement) {
      statement = this.connection.prepare(textOf(query));
      this.#statements.set(query.pieces, statement);
      if (this.#statements.size > maxStatements) this.#forgetOldest();
    }
    return statement;
  }

  #forgetOldest(): void {
    for (const [pieces, statement] of this.#statements) {
      this.#statements.delete(pieces);
      statement.finalize();
      return;
    }
  }

  first<Row>(query: Sql): Row | undefined {
    return (this.statement(query).get(...(query.values as Value[])) as Row | null) ?? undefined;
  }

  all<Row>(query: Sql): Row[] {
    return this.statement(query).all(...(query.values as Value[])) as Row[];
  }

  /** How many rows it changed. */
  run(query: Sql): number {
    return this.statement(query).run(...(query.values as Value[])).changes;
  }

  /** Whether the insertion added a row. */
  write({ insert, followedBy }: Write): boolean {
    if (this.run(insert) === 0) return false;
    if (followedBy) for (const next of followedBy()) this.write(next);
    return true;
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.connection.close();
  }
}

/** With `LIMIT ?` SQLite replans for every new value. `LIMIT ? + 0` hides the value, so the plan is reused. */
function textOf(query: Sql): string {
  return queryText(sqliteDialect, query).replaceAll(/\bLIMIT \?/g, "LIMIT ? + 0");
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? "").startsWith("SQLITE_BUSY");
}

// The disk is full, gone or read-only, or another process holds the file.
const unavailableCodes = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED|PROTOCOL|NOMEM)/;

export function translated(error: unknown): unknown {
  const unavailable = error instanceof SQLiteError && unavailableCodes.test(error.code ?? "");
  return unavailable ? new Unavailable("the database can't answer", { cause: error }) : error;
}
