import { migrationLock } from "./locks";
import { migrations } from "./migrations";
import type { Database, Transaction } from "./port";
import { sql, statement } from "./sql";

export const newestMigration = migrations.length;

/**
 * Each step commits with its number, so a kill at any point leaves a state from which it goes on. `onStep` is told of each step
 * before it begins, unless the database is new: with much content, one may take minutes.
 */
export async function migrate(db: Database, onStep?: (step: number) => void): Promise<void> {
  let reached = await reachedMigration(db);
  const isNew = reached === 0;
  while (reached < newestMigration) {
    if (!isNew) onStep?.(reached + 1);
    reached = await db.transaction((tx) => migrateOne(db, tx), { isLong: true });
  }
  if (reached > newestMigration) {
    throw new Error(`The database is at migration ${reached}, newer than this Foyer, which knows ${newestMigration}`);
  }
}

/** The number of the last migration applied; 0 on an empty database. */
export async function appliedMigration(db: Pick<Database, "first">): Promise<number> {
  const row = await db.first<{ version: number }>(sql`SELECT coalesce(max(version), 0) AS version FROM migrations`);
  return Number(row?.version ?? 0);
}

/** The same of a database that nobody has used yet. */
export function reachedMigration(db: Database): Promise<number> {
  const look = async (tx: Transaction) => {
    await makeList(db, tx);
    return appliedMigration(tx);
  };
  // Another process may be migrating.
  return db.transaction(look, { isLong: true });
}

async function makeList({ dialect }: Database, tx: Transaction): Promise<void> {
  await tx.lock(migrationLock);
  await tx.run(statement(`CREATE TABLE IF NOT EXISTS migrations (version ${dialect.integer} PRIMARY KEY)`));
}

async function migrateOne(db: Database, tx: Transaction): Promise<number> {
  await makeList(db, tx);
  const version = (await appliedMigration(tx)) + 1;
  const migration = migrations[version - 1];
  if (!migration) return version - 1;
  for (const text of migration(db.dialect)) await tx.run(statement(text));
  await tx.run(sql`INSERT INTO migrations (version) VALUES (${version})`);
  return version;
}
