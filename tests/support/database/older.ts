import { migrations } from "../../../server/storage/migrations";
import type { Database } from "../../../server/storage/port";
import { sql, statement } from "../../../server/storage/sql";

/** Brings an empty database to what an older Foyer had, which knew this many migrations. */
export async function migrateTo(db: Database, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(statement(`CREATE TABLE migrations (version ${db.dialect.integer} PRIMARY KEY)`));
    for (const [index, migration] of migrations.slice(0, count).entries()) {
      for (const text of migration(db.dialect)) await tx.run(statement(text));
      await tx.run(sql`INSERT INTO migrations (version) VALUES (${index + 1})`);
    }
  });
}
