import { hash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { type Dialect, postgresDialect, sqliteDialect } from "../../../server/storage/dialects";
import { migrate } from "../../../server/storage/migrate";
import { migrations } from "../../../server/storage/migrations";
import { openDatabase, type StorageConfig } from "../../../server/storage/open";

/** Any number that nothing else on the server uses. */
const lockId = 7_031_979;

/** A new database with all tables and no rows, copied from one that was migrated once for all test files. */
export async function copyTemplate(adminUrl: string, name: string): Promise<void> {
  const admin = new SQL(adminUrl, { max: 1 });
  try {
    const template = await templateDatabase(admin, adminUrl);
    await admin.unsafe(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  } finally {
    await admin.close();
  }
}

/** The same as a file in a data folder. */
export async function copyTemplateFile(dataFolder: string): Promise<void> {
  const template = join(tmpdir(), `foyer-template-${fingerprint(sqliteDialect)}.db`);
  if (!existsSync(template)) {
    const folder = mkdtempSync(join(tmpdir(), "foyer-template-"));
    await migrateDatabase({ databaseUrl: undefined, dataFolder: folder });
    renameSync(join(folder, fileName), template);
    rmSync(folder, { recursive: true, force: true });
  }
  copyFileSync(template, join(dataFolder, fileName));
}

const fileName = "foyer.db";

async function templateDatabase(admin: SQL, adminUrl: string): Promise<string> {
  const name = `foyer_template_${fingerprint(postgresDialect)}`;
  await admin`SELECT pg_advisory_lock(${lockId})`;
  try {
    const [found] = await admin`SELECT 1 AS found FROM pg_database WHERE datname = ${name}`;
    if (found) return name;
    const unfinished = `${name}_unfinished`;
    await admin.unsafe(`DROP DATABASE IF EXISTS "${unfinished}" WITH (FORCE)`);
    await admin.unsafe(`CREATE DATABASE "${unfinished}"`);
    const url = new URL(adminUrl);
    url.pathname = `/${unfinished}`;
    await migrateDatabase({ databaseUrl: url.href, dataFolder: "" });
    await admin.unsafe(`ALTER DATABASE "${unfinished}" RENAME TO "${name}"`);
    return name;
  } finally {
    await admin`SELECT pg_advisory_unlock(${lockId})`;
  }
}

/** Of all statements, so that no template of other migrations is taken. */
function fingerprint(dialect: Dialect): string {
  const texts = migrations.flatMap((migration) => [...migration(dialect)]);
  return hash("sha256", texts.join(";")).slice(0, 16);
}

async function migrateDatabase(storage: StorageConfig): Promise<void> {
  const db = openDatabase(storage);
  try {
    await migrate(db);
  } finally {
    await db.close();
  }
}
