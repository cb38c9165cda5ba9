import { expect, test } from "bun:test";
import { migrate, newestMigration } from "../../server/storage/migrate";
import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import { createStorage, onBothEngines } from "../support/database/engines";
import { Api } from "../support/service/api";
import { keyIn, runServer, spawnScript, spawnServer } from "../support/service/process";

onBothEngines("migrations", (engine) => {
  test("can run in several processes at once, and again", async () => {
    const storage = await createStorage(engine);
    const databases = [1, 2, 3].map(() => openDatabase(storage));
    await Promise.all(databases.map((db) => migrate(db)));
    await Promise.all(databases.map((db) => migrate(db)));
    const rows = await databases[0]?.all(sql`SELECT version FROM migrations ORDER BY version`);
    expect(rows).toEqual(Array.from({ length: newestMigration }, (_, index) => ({ version: index + 1 })));
    await Promise.all(databases.map((db) => db.close()));
    await storage.remove();
  });

  test("go on where a killed process left them", async () => {
    const storage = await createStorage(engine);
    // Stops in the middle of each migration's transaction and waits to be killed there.
    const code = `
      import { openDatabase } from "./server/storage/open";
      import { migrate } from "./server/storage/migrate";
      const db = openDatabase({ databaseUrl: process.env.DATABASE_URL, dataFolder: process.env.FOYER_DATA });
      let left = Number(process.env.STATEMENTS);
      const slow = { ...db, transaction: (work) => db.transaction((tx) => work({ ...tx, async run(query) {
        if (left-- <= 0) { console.log("now"); await new Promise(() => setInterval(() => {}, 1000)); }
        return tx.run(query);
      } })) };
      await migrate(slow);
      console.log("done");`;
    for (const statements of [0, 2, 9]) {
      await using child = spawnScript(code, { ...storage.environment, STATEMENTS: String(statements) });
      while (child.output() === "" && child.child.exitCode === null) await Bun.sleep(10);
      expect(child.output()).toContain("now");
    }
    const db = openDatabase(storage);
    await migrate(db);
    expect(await db.all(sql`SELECT person_id FROM persons`)).toEqual([]);
    await db.close();
    await storage.remove();
  });

  test("refuse a database that a newer Foyer has changed", async () => {
    const storage = await createStorage(engine);
    const db = openDatabase(storage);
    await migrate(db);
    await db.transaction((tx) => tx.run(sql`INSERT INTO migrations (version) VALUES (${newestMigration + 1})`));
    expect(migrate(db)).rejects.toThrow("newer than this Foyer");
    await db.close();
    const { code, stdout, stderr } = await runServer(storage.environment);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("newer than this Foyer");
    await storage.remove();
  });

  test("two servers that start at once on an empty database agree on one tenant and one first key", async () => {
    const storage = await createStorage(engine);
    await using started = new AsyncDisposableStack();
    const start = async () => started.use(await spawnServer(storage.environment, "not known yet"));
    const outcomes = await Promise.allSettled([start(), start()]);
    const servers = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
    expect(outcomes.flatMap((outcome) => (outcome.status === "rejected" ? String(outcome.reason) : []))).toEqual([]);
    const keys = servers.flatMap(({ output }) => keyIn(output()) ?? []);
    expect(keys).toHaveLength(1);
    for (const { origin } of servers) {
      const { items } = await new Api(origin, keys[0] as string).call("listApiKeys", {});
      expect(items).toHaveLength(1);
    }
    await Promise.all(servers.map(({ stop }) => stop()));
    await storage.remove();
  });
});
