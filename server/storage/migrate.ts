import { migrations } from "./migrations";
import type { Database, Transaction } from "./port";
import { sql, statement } from "./sql";

export const newestMigration = migrations.length;

/** Each step commits with its number, so a kill at any point leaves a state from which it goes on. */
export async function migrate(db: Database): Promise<void> {
  for (;;) {
    const done = await db.transaction((tx) => migrateOne(db, tx), { isLong: true });
    if (done === newestMigration) return;
    if (done > newestMigration) {
      throw new Error(`The database is at migration ${done}, newer than this Foyer, which knows ${newestMigration}`);
    }
  }
}

/** The number of the last migration applied; 0 on an empty database. */
export async function appliedMigration(db: Pick<Database, "first">): Promise<number> {
  const row = await db.first<{ version: number }>(sql`SELECT coalesce(max(version), 0) AS version FROM migrations`);
  return Number(row?.version ?? 0);
}

async function migrateOne(db: Database, tx: Transaction): Promise<number> {
  await tx.lock("migrations");
  await tx.run(statement(`CREATE TABLE IF NOT EXISTS migrations (version ${db.dialect.integer} PRIMARY KEY)`));
  const version = (await appliedMigration(tx)) + 1;
  const migration = migrations[version - 1];
  if (!migration) return version - 1;
  for (const text of migration(db.dialect)) await tx.run(statement(text));
  await tx.run(sql`INSERT INTO migrations (version) VALUES (${version})`);
  return version;
}
