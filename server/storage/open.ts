import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "./port";
import { openPostgres } from "./postgres";
import { openSqlite } from "./sqlite";

export interface StorageConfig {
  /** `postgres://…`, or undefined for SQLite in the data folder. */
  databaseUrl: string | undefined;
  dataFolder: string;
}

export function openDatabase({ databaseUrl, dataFolder }: StorageConfig): Database {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  return openSqlite(fileIn(dataFolder));
}

/** Whether opening it would make a new one; a server is there or not, and says so itself. */
export function isThere({ databaseUrl, dataFolder }: StorageConfig): boolean {
  return databaseUrl !== undefined || existsSync(fileIn(dataFolder));
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, "foyer.db");
}
