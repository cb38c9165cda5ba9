import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
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
  const file = fileIn(dataFolder);
  // SQLite would open another user's file for reading, and fail at the first change as if it were busy.
  if (existsSync(file)) accessSync(file, constants.W_OK);
  return openSqlite(file);
}

/** Whether there is a database to open. A server is there or not, and says so itself. */
export function isThere({ databaseUrl, dataFolder }: StorageConfig): boolean {
  // SQLite takes a file of one byte for an empty one.
  return databaseUrl !== undefined || sizeOf(fileIn(dataFolder)) > 1;
}

/** Signs that there was a database, where opening would make a new one. */
export function signsOfLoss(config: StorageConfig): string | undefined {
  const { dataFolder } = config;
  if (isThere(config)) return undefined;
  const file = fileIn(dataFolder);
  const state = existsSync(file) ? "is empty" : "is missing";
  if (sizeOf(`${file}-wal`) > 0) return `${file} ${state}, but its log foyer.db-wal has content`;
  // Only a start makes this folder, and only after it has written to the database.
  const files = existsSync(join(dataFolder, "files")) ? readdirSync(join(dataFolder, "files")) : undefined;
  const isSign = existsSync(file) ? files !== undefined : files?.some((name) => name.startsWith("tenant_"));
  return isSign ? `${file} ${state}, but the folder files shows that there was a database` : undefined;
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, "foyer.db");
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
