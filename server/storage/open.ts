import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "./port";
import { openPostgres } from "./postgres";
import { openSqlite } from "./sqlite";

export interface StorageConfig {
  /** `postgres://…`, or undefined for SQLite in the data folder. */
  databaseUrl: string | undefined;
  dataFolder: string;
  /** How long a statement on PostgreSQL may take. */
  statementMs?: number;
}

export function openDatabase({ databaseUrl, dataFolder, statementMs }: StorageConfig): Database {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, statementMs === undefined ? {} : { statementMs });
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  return openSqlite(fileIn(dataFolder));
}

/** Whether there is a database to open. A server is there or not, and says so itself. */
export function isThere({ databaseUrl, dataFolder }: StorageConfig): boolean {
  return databaseUrl !== undefined || existsSync(fileIn(dataFolder));
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, "foyer.db");
}
