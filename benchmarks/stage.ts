import { Database as SqliteFile } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { createIds } from "../server/records/ids";
import { bootstrap } from "../server/startup/bootstrap";
import { runtimeOptions } from "../server/startup/runtime-options";
import { migrate } from "../server/storage/migrate";
import { openDatabase, type StorageConfig } from "../server/storage/open";
import type { Engine } from "../tests/support/database/engines";
import { freePort, PostgresServer } from "../tests/support/database/postgres";
import { addPersons } from "./api/persons";
import { writtenTables } from "./floor/person";
import { type Running, start } from "./processes";

/** The limiter and its headers stay on, without ever refusing. */
const rateLimit = 100_000_000;

/** A filled database on disk, and the two servers that can be put before it. */
export interface Stage {
  engine: Engine;
  databaseVersion: string;
  folder: string;
  /** Undefined for SQLite, whose file is in the folder. */
  databaseUrl: string | undefined;
  personIds: string[];
  /** `environment`: settings of this one alone. */
  startFoyer(environment?: Record<string, string>): Promise<Running & { pages: Running }>;
  /** Reads the same database; writes to copies of the tables, indexes and rows included. */
  startFloor(): Promise<Running>;
  /** See `settlePostgres`. */
  settle(): Promise<void>;
  /** Until the service that runs has done what it was left to do, such as indexing persons: that is not what a claim is about. */
  untilIdle(): Promise<void>;
  /** What each table takes, indexes included. */
  tableBytes(): Promise<Record<string, number>>;
  remove(): Promise<void>;
}

export async function createStage(engine: Engine, persons: number): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-bench-"));
  const postgres = engine === "postgres" ? await PostgresServer.start() : undefined;
  const remove = async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const databaseUrl = await postgres?.createDatabase("bench");
    const apiKey = crypto.randomUUID();
    const personIds = await fill({ databaseUrl, dataFolder: folder }, apiKey, persons);
    const placed = databaseUrl
      ? await beforePostgres(databaseUrl)
      : beforeSqlite(join(folder, "foyer.db"), join(folder, "floor.db"));
    return {
      engine,
      databaseVersion: placed.databaseVersion,
      folder,
      databaseUrl,
      personIds,
      async startFoyer(environment = {}) {
        const pagesPort = String(await freePort());
        const foyer = await start({
          file: "../server/main.ts",
          environment: (port) => ({
            PORT: String(port),
            PAGES_PORT: pagesPort,
            FOYER_DATA: folder,
            FOYER_API_KEY: apiKey,
            FOYER_RATE_LIMIT: String(rateLimit),
            ...runtimeOptions,
            DATABASE_URL: databaseUrl ?? "",
            ...environment,
          }),
          probe: "/readyz",
          apiKey,
        });
        const { apiKey: _, ...pages } = foyer;
        return { ...foyer, pages: { ...pages, origin: `http://127.0.0.1:${pagesPort}` } };
      },
      startFloor: () =>
        start({
          file: placed.floor,
          arguments: (port) => [String(port), ...placed.floorArguments],
          probe: `/v0/persons/${personIds[0]}`,
        }),
      settle: placed.settle,
      async untilIdle() {
        while (await placed.hasWork()) await Bun.sleep(pollMs);
      },
      tableBytes: placed.tableBytes,
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function fill(storage: StorageConfig, apiKey: string, persons: number): Promise<string[]> {
  const db = openDatabase(storage);
  try {
    await migrate(db);
    await bootstrap({ db, now: Date.now(), newId: createIds(Date.now), givenKey: apiKey });
    return await addPersons(db, storage.dataFolder, persons);
  } finally {
    await db.close();
  }
}

interface Placed {
  databaseVersion: string;
  floor: string;
  floorArguments: string[];
  settle(): Promise<void>;
  hasWork(): Promise<boolean>;
  tableBytes: Stage["tableBytes"];
}

const pollMs = 50;
const work = `
  SELECT 1 FROM jobs WHERE tenant_id <> 'installation' AND dead_at IS NULL AND (ready = 1 OR claimed_by IS NOT NULL)
  UNION ALL SELECT 1 FROM events WHERE position IS NULL LIMIT 1`;

/** The floor writes to copies of the tables with their indexes and rows; a file has one writer, so in a file of its own. */
function beforeSqlite(file: string, floorFile: string): Placed {
  const connection = new SqliteFile(floorFile);
  connection.run("PRAGMA journal_mode = WAL");
  connection.run(`ATTACH '${file}' AS foyer`);
  for (const table of writtenTables) {
    const made = connection.query(
      "SELECT sql FROM foyer.sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC",
    );
    for (const { sql } of made.all(table) as { sql: string }[]) connection.run(sql);
    connection.run(`INSERT INTO ${table} SELECT * FROM foyer.${table}`);
  }
  const { version } = connection.query("SELECT sqlite_version() AS version").get() as { version: string };
  connection.close();
  return {
    databaseVersion: `SQLite ${version}`,
    floor: "floor/sqlite.ts",
    floorArguments: [file, floorFile],
    settle: async () => {},
    async hasWork() {
      using connection = new SqliteFile(file, { readonly: true });
      return connection.query(work).get() !== null;
    },
    tableBytes: async () => sqliteTableBytes(file),
  };
}

function sqliteTableBytes(file: string): Record<string, number> {
  const connection = new SqliteFile(file, { readonly: true });
  const rows = connection.query(`
    SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema USING (name) GROUP BY tbl_name`);
  const sizes = rows.all() as TableSize[];
  connection.close();
  return Object.fromEntries(sizes.map(({ name, bytes }) => [name, bytes]));
}

interface TableSize {
  name: string;
  bytes: number;
}

/** What PostgreSQL does by itself within a minute: counts rows, so that it plans for as many as there are, and makes room. */
export async function settlePostgres(url: string): Promise<void> {
  const sql = new SQL(url, { max: 1 });
  await sql`VACUUM ANALYZE`;
  await sql.close();
}

async function beforePostgres(url: string): Promise<Placed> {
  const sql = new SQL(url, { max: 1 });
  for (const table of writtenTables) {
    await sql.unsafe(`CREATE TABLE floor_${table} (LIKE ${table} INCLUDING INDEXES INCLUDING DEFAULTS)`);
    await sql.unsafe(`INSERT INTO floor_${table} SELECT * FROM ${table}`);
  }
  const [row] = (await sql`SHOW server_version`) as { server_version: string }[];
  await sql.close();
  const settle = () => settlePostgres(url);
  await settle();
  const tableBytes = async () => {
    await settle();
    const sql = new SQL(url, { max: 1 });
    const sizes = (await sql`
      SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`) as TableSize[];
    await sql.close();
    return Object.fromEntries(sizes.map(({ name, bytes }) => [name, bytes]));
  };
  return {
    databaseVersion: `PostgreSQL ${row?.server_version}`,
    floor: "floor/postgres.ts",
    floorArguments: [url],
    settle,
    async hasWork() {
      await using sql = new SQL(url, { max: 1 });
      return (await sql.unsafe(work)).length > 0;
    },
    tableBytes,
  };
}
