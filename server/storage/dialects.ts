import { amongMark, amongRowsMark, nothing, type Sql, sql, statement } from "./sql";

/** All that differs between the engines; what is not here is one text for both. */
export interface Dialect {
  readonly engine: "sqlite" | "postgres";
  placeholder(position: number): string;
  /** After a column: whether it has one of the texts in the JSON array that is this parameter. */
  among(placeholder: string): string;
  /** After a column: whether it has one of the values that this query finds. The query runs once, before the rest. */
  amongRows(query: string): string;
  /** Text that sorts by its bytes, whatever the server's locale. */
  readonly text: string;
  /** Whole numbers up to 2^53. */
  readonly integer: string;
  /** The time by the database's clock, in milliseconds; the same within a statement. */
  readonly now: Sql;
  /** Rows kept in the order of their primary key. */
  readonly tableOptions: string;
  /** Rows of some kilobytes that are read many at a time: kept whole, where the engine would put long texts elsewhere. */
  readonly wholeRows: string;
  /**
   * Adds a column that orders rows by when they were inserted. 0 in all of them where transactions run one at a time: there
   * the identifiers have that order.
   */
  insertionOrder(table: string, column: string): string[];
  /** Null where a transaction has the database to itself. */
  lock(names: readonly string[]): Sql | null;
  tryLock(name: string): Sql | null;
  /** Ends a SELECT whose rows this transaction is about to change. */
  readonly forUpdate: Sql;
  /** Ends a SELECT of rows that this transaction takes for itself. Those that another one has locked are left out. */
  readonly skipLocked: Sql;
  /** Ends a SELECT whose rows must not be deleted before this transaction is done. */
  readonly forShare: Sql;
  /** What the planner should assume of an index: rows in all, then for each longer prefix of its columns. */
  planFor(table: string, index: string, rows: readonly number[]): string[];
  /** Makes the planner use indexes until the end of the transaction, whatever it assumes of a table. Null where it does anyway. */
  readonly followIndexes: Sql | null;
  /** Makes the planner read what it was told. */
  readonly usePlans: readonly string[];
  /** Has the engine count a table that grows faster than the engine would notice by itself. */
  recount(table: string): Sql | null;
  /** The names of all tables. */
  readonly tableNames: Sql;
  /** How many rows share a counter's writes. */
  readonly counterSlots: number;
  /** How many groups of changes of one tenant are worth writing at the same time. */
  readonly groupsAtOnce: number;
  /** How many visits one transaction computes: others wait for it where it has the database to itself. */
  readonly visitsAtOnce: number;
}

export const sqliteDialect: Dialect = {
  engine: "sqlite",
  placeholder: () => "?",
  among: (placeholder) => `IN (SELECT value FROM json_each(${placeholder}))`,
  amongRows: (query) => `IN (${query})`,
  text: "TEXT",
  integer: "INTEGER",
  now: statement("CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
  tableOptions: "WITHOUT ROWID",
  wholeRows: "WITHOUT ROWID",
  insertionOrder: (table, column) => [`ALTER TABLE ${table} ADD COLUMN ${column} INTEGER NOT NULL DEFAULT 0`],
  lock: () => null,
  tryLock: () => null,
  forUpdate: nothing,
  skipLocked: nothing,
  forShare: nothing,
  // SQLite collects no statistics by itself. Without any, it assumes that a tenant has ten rows, and uses the first index alone.
  planFor: (table, index, rows) => [
    `DELETE FROM sqlite_stat1 WHERE tbl = '${table}' AND idx = '${index}'`,
    `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('${table}', '${index}', '${rows.join(" ")}')`,
  ],
  followIndexes: null,
  usePlans: ["ANALYZE sqlite_schema"],
  recount: () => null,
  tableNames: sql`SELECT name FROM sqlite_master WHERE type = 'table'`,
  counterSlots: 1,
  groupsAtOnce: 1,
  visitsAtOnce: 64,
};

export const postgresDialect: Dialect = {
  engine: "postgres",
  placeholder: (position) => `$${position}`,
  among: (placeholder) => `= ANY (ARRAY(SELECT jsonb_array_elements_text(${placeholder}::text::jsonb) COLLATE "C"))`,
  // An array, because a join may be planned the other way round, through all rows of the table.
  amongRows: (query) => `= ANY (ARRAY(${query}))`,
  text: `TEXT COLLATE "C"`,
  // Exact for every number we keep, and read as a number: the driver hands out BIGINT as text.
  integer: "DOUBLE PRECISION",
  // Not clock_timestamp(), which changes within a statement: a condition with it can't use an index.
  now: statement("CAST(floor(extract(epoch FROM statement_timestamp()) * 1000) AS DOUBLE PRECISION)"),
  tableOptions: "",
  wholeRows: "WITH (toast_tuple_target = 8160)",
  insertionOrder: (table, column) => [
    `ALTER TABLE ${table} ADD COLUMN ${column} DOUBLE PRECISION NOT NULL DEFAULT 0`,
    `CREATE SEQUENCE ${table}_${column} OWNED BY ${table}.${column}`,
    `ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT CAST(nextval('${table}_${column}') AS DOUBLE PRECISION)`,
  ],
  lock: (names) => sql`
    SELECT pg_advisory_xact_lock(hashtextextended(name, 0))
    FROM jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb) AS names (name)`,
  tryLock: (name) => sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS locked`,
  forUpdate: statement("FOR UPDATE"),
  skipLocked: statement("FOR UPDATE SKIP LOCKED"),
  forShare: statement("FOR KEY SHARE"),
  planFor: () => [], // its autovacuum measures
  followIndexes: statement(
    `SELECT ${["seqscan", "bitmapscan", "sort"].map((name) => `set_config('enable_${name}', 'off', true)`).join(", ")}`,
  ),
  usePlans: [],
  recount: (table) => statement(`ANALYZE ${table}`),
  tableNames: sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
  // Concurrent transactions would queue on a single row until each has committed.
  counterSlots: 32,
  // While the server works on one, or one waits for a row that is locked, the next is gathered.
  groupsAtOnce: 3,
  visitsAtOnce: 128,
};

const markedQuery = new RegExp(`${amongRowsMark}([^${amongRowsMark}]*)${amongRowsMark}`, "g");
const markedParameter = new RegExp(`${amongMark}([^${amongMark}]*)${amongMark}`, "g");

/** The text of a query as this engine takes it. */
export function queryText({ placeholder, among, amongRows }: Dialect, { pieces }: Sql): string {
  const text = pieces.reduce((before, piece, index) => `${before}${placeholder(index)}${piece}`);
  return text
    .replaceAll(markedParameter, (_, parameter: string) => among(parameter))
    .replaceAll(markedQuery, (_, query: string) => amongRows(query));
}
