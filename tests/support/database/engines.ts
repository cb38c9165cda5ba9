import { afterAll, describe } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageConfig } from "../../../server/storage/open";
import { todays } from "../daily";
import { createDatabase, dropDatabase, PostgresServer } from "./postgres";
import { copyTemplate, copyTemplateFile } from "./template-database";

export type Engine = "sqlite" | "postgres";
export const engines: readonly Engine[] = ["sqlite", "postgres"];

/** One today, the other tomorrow; both with `npm run test:every-day`. */
export const todaysEngines: readonly Engine[] = todays(engines.length, engines);

/** The same promises, on both engines. */
export function onBothEngines(title: string, promises: (engine: Engine) => void): void {
  for (const engine of engines) describe(`${title} [${engine}]`, () => promises(engine));
}

/** Long promises, on one of the engines in turn. Each day half of the titles are on SQLite and half on PostgreSQL. */
export function onTodaysEngine(title: string, promises: (engine: Engine) => void): void {
  for (const engine of enginesInTurn(title)) describe(`${title} [${engine}]`, () => promises(engine));
}

function enginesInTurn(title: string): readonly Engine[] {
  const isTurned = Bun.hash.crc32(title) % 2 === 1;
  return todays(engines.length, isTurned ? engines.toReversed() : engines);
}

export interface Storage extends StorageConfig {
  /** What to hand a process of its own. */
  environment: Record<string, string>;
  remove(): Promise<void>;
}

/**
 * An empty database, which may have its tables already: SQLite in a temporary folder, or a new one on the test run's PostgreSQL.
 */
export async function createStorage(engine: Engine, { hasTables = false } = {}): Promise<Storage> {
  const dataFolder = mkdtempSync(join(tmpdir(), "foyer-test-"));
  const removeFolder = async () => rmSync(dataFolder, { recursive: true, force: true });
  if (engine === "sqlite") {
    if (hasTables) await copyTemplateFile(dataFolder);
    return { databaseUrl: undefined, dataFolder, environment: { FOYER_DATA: dataFolder }, remove: removeFolder };
  }
  const name = `foyer_${crypto.randomUUID().replaceAll("-", "")}`;
  const databaseUrl = await newDatabase(name, hasTables ? copyTemplate : createDatabase);
  return {
    databaseUrl,
    dataFolder,
    environment: { FOYER_DATA: dataFolder, DATABASE_URL: databaseUrl },
    async remove() {
      await removeFolder();
      await dropDatabase(await postgresUrl(), name);
    },
  };
}

let shared: Promise<PostgresServer> | undefined;

async function newDatabase(name: string, create: typeof createDatabase): Promise<string> {
  const adminUrl = await postgresUrl();
  await create(adminUrl, name);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function postgresUrl(): Promise<string> {
  return process.env.TEST_DATABASE_URL ?? (await sharedPostgres()).url("postgres");
}

function sharedPostgres(): Promise<PostgresServer> {
  shared ??= PostgresServer.start();
  return shared;
}

/** Registered by the preload, so that it runs once, after the last file. */
export function stopSharedPostgres(): void {
  afterAll(endSharedPostgres);
}

/** For programs that are no tests. */
export async function endSharedPostgres(): Promise<void> {
  await (await shared)?.stop();
  shared = undefined;
}
