import { mkdirSync } from "node:fs";
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
  return openSqlite(join(dataFolder, "foyer.db"));
}
