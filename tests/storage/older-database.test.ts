import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { checkBackup } from "../../cli/backup/read";
import { storedKeys, storedTables } from "../../server/storage/backup";
import { appliedMigration, newestMigration } from "../../server/storage/migrate";
import { migrations } from "../../server/storage/migrations";
import { openDatabase } from "../../server/storage/open";
import type { Database } from "../../server/storage/port";
import { sql, statement } from "../../server/storage/sql";
import { createStorage, onBothEngines, type Storage } from "../support/database/engines";
import { migrateTo } from "../support/database/older";
import { foyer, onEmptyDatabase, restoreBackup, useBackupFolder } from "../support/features/backups";
import { spawnServer } from "../support/service/process";

const folder = useBackupFolder();
const older = newestMigration - 1;
const key = "a-key-of-more-than-thirty-two-characters";

onBothEngines("the database of an older Foyer", (engine) => {
  let storage: Storage;
  let db: Database;

  beforeAll(async () => {
    storage = await createStorage(engine);
    db = openDatabase(storage);
    await migrateTo(db, older);
    await db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO tenants (tenant_id, name, created_at) VALUES ('tenant_old', 'default', 1)`);
      await tx.run(sql`
        INSERT INTO persons (tenant_id, person_id, name, slug, created_at, updated_at)
        VALUES ('tenant_old', 'person_1', 'Ada', 'ada', 1, 1)`);
    });
  });

  afterAll(async () => {
    await db.close();
    await storage.remove();
  });

  test.each(["keys list", "keys create", "jobs list", "tenants list", "tenants create other"])(
    "is not changed by %s, because a service of that version may still run on it",
    async (words) => {
      const { code, stderr } = await foyer(storage, ...words.split(" "));
      expect(stderr).toContain(`The database is of an older Foyer (migration ${older} of ${newestMigration}).`);
      expect(code).toBe(1);
      expect(await appliedMigration(db)).toBe(older);
    },
  );

  test("is backed up as it is, so that there is a way back from an upgrade", async () => {
    const file = join(folder, engine);
    expect(await foyer(storage, "backup", file)).toEqual({ code: 0, stderr: "" });
    expect(await appliedMigration(db)).toBe(older);
    const { header, counts } = await checkBackup(file);
    expect(header.migration).toBe(older);
    expect(counts).toEqual({ tenants: 1, persons: 1 });
    await onEmptyDatabase(engine, async (restored) => {
      await restoreBackup(restored, file);
      expect(await restored.all(sql`SELECT name FROM persons`)).toEqual([{ name: "Ada" }]);
    });
  });

  test("is migrated by the service, which says so in its log before it is ready", async () => {
    await using server = await spawnServer({ ...storage.environment, FOYER_API_KEY: key });
    expect(server.output()).toContain(`"message":"migrating the database","step":${newestMigration},"of":${newestMigration}}`);
    await server.stop();
    await using again = await spawnServer({ ...storage.environment, FOYER_API_KEY: key });
    expect(again.output()).not.toContain("migrating");
    await again.stop();
  });
});

onBothEngines("a backup of any older Foyer", (engine) => {
  test("finds every table by a key that it had then", async () => {
    const storage = await createStorage(engine);
    const db = openDatabase(storage);
    try {
      for (const migration of migrations) {
        await db.transaction(async (tx) => {
          for (const text of migration(db.dialect)) await tx.run(statement(text));
        });
        const found = await storedTables(db, db.dialect);
        const names = (await db.all<{ name: string }>(db.dialect.tableNames)).map(({ name }) => name);
        expect(names.filter((name) => !found.includes(name) && !name.startsWith("sqlite_"))).toEqual([]);
        for (const table of found) {
          const columns = statement(storedKeys[table]?.join(", ") as string);
          expect(await db.all(sql`SELECT ${columns} FROM ${statement(table)} ORDER BY ${columns}`)).toBeArray();
        }
      }
    } finally {
      await db.close();
      await storage.remove();
    }
  });
});
