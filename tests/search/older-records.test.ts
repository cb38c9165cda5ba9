import { expect, test } from "bun:test";
import { createIds } from "../../server/records/ids";
import { addSome } from "../../server/search/add-to-blocks";
import { searchedRows } from "../../server/search/search";
import { queryWords } from "../../server/search/text";
import { migrate } from "../../server/storage/migrate";
import { migrations } from "../../server/storage/migrations";
import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import { createStorage, onBothEngines } from "../support/database/engines";
import { migrateTo } from "../support/database/older";
import { testSite } from "../support/service/site";

/** The index of the migration that adds the search. */
const searchMigration = migrations.findIndex(({ name }) => name === "search");

onBothEngines("records that are older than the index", (engine) => {
  test("are found at once, and in any case and form once the job has run", async () => {
    const storage = await createStorage(engine);
    const db = openDatabase(storage);
    try {
      await migrateTo(db, searchMigration);
      await db.transaction(async (tx) => {
        await tx.run(sql`
          INSERT INTO persons (tenant_id, person_id, name, email, slug, created_at, updated_at)
          VALUES ('tenant_old', 'person_1', 'Élodie Durand', 'elodie@old.test', 'elodie', 1, 1)`);
        await tx.run(sql`
          INSERT INTO accounts (tenant_id, account_id, domain, name, search, created_at, updated_at)
          VALUES ('tenant_old', 'account_1', 'old.test', 'ÖKO', 'öko old.test', 1, 1)`);
        for (const [assetId, trashedAt] of [["asset_1", null] as const, ["asset_2", 2] as const]) {
          await tx.run(sql`
            INSERT INTO assets (tenant_id, asset_id, name, purpose, tags, ai_description, hidden, type, file_id, content_type, size,
              created_at, updated_at, trashed_at)
            VALUES ('tenant_old', ${assetId}, 'Ski', '', '["Über","alles"]', '', 0, 'logo', 'file_1', 'image/png', 1, 1, 1, ${trashedAt})`);
        }
      });
      await migrate(db);
      const ctx = { db, tenantId: "tenant_old", now: 0, site: testSite };
      const keysWith = async (kind: "persons" | "accounts" | "assets", query: string) => {
        const found = await searchedRows(ctx, { kind, words: queryWords(query) }, async (keys) => keys);
        return found.read(undefined, 10);
      };
      expect(await keysWith("persons", "durand old.test")).toEqual(["person_1"]);
      const jobs = await db.all<{ payload: string }>(
        sql`SELECT payload FROM jobs WHERE tenant_id = 'tenant_old' ORDER BY payload`,
      );
      expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([
        { kind: "accounts" },
        { kind: "assets" },
        { kind: "persons" },
      ]);
      for (const kind of ["accounts", "assets", "persons"]) {
        await db.transaction((tx) => addSome({ ...ctx, db: tx, dialect: db.dialect, newId: createIds(Date.now) }, kind));
      }
      expect(await keysWith("persons", "ÉLODIE")).toEqual(["person_1"]);
      expect(await keysWith("accounts", "oko")).toEqual(["account_1"]);
      expect(await keysWith("assets", "ski uber")).toEqual(["asset_1"]);
      expect(await keysWith("assets", "[")).toEqual([]);
    } finally {
      await db.close();
      await storage.remove();
    }
  });
});
