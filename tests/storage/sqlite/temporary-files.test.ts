import { expect, test } from "bun:test";
import { mkdirSync, watch } from "node:fs";
import { join } from "node:path";
import { createStorage } from "../../support/database/engines";
import { until } from "../../support/service/jobs";
import { spawnScript } from "../../support/service/process";

/** Each statement changes pages everywhere in the table. */
const writer = `
  import { openDatabase } from "./server/storage/open";
  import { sql, sqlRows, statement } from "./server/storage/sql";
  const db = openDatabase({ databaseUrl: undefined, dataFolder: process.env.FOYER_DATA });
  await db.transaction((tx) => tx.run(statement("CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY)")));
  const added = Array.from({ length: 4_096 }, () => [crypto.randomUUID()]);
  const add = async (tx) => { for (const some of sqlRows(added)) await tx.run(sql\`INSERT INTO notes (id) VALUES \${some}\`); };
  await db.transaction(add, { isLong: process.env.LONG === "1" });
  await db.close();`;

test("SQLite makes temporary files for long transactions alone, which may need more room than there is memory", async () => {
  const storage = await createStorage("sqlite");
  const folder = join(storage.dataFolder, "temporary");
  mkdirSync(folder);
  const made = new Set<string>();
  const watcher = watch(folder, (_, name) => made.add(String(name)));
  for (const LONG of ["0", "1"]) {
    await using child = spawnScript(writer, { ...storage.environment, SQLITE_TMPDIR: folder, LONG });
    expect((await child.ended).stderr).toBe("");
  }
  await until(() => made.size > 0);
  watcher.close();
  await storage.remove();
  expect(made.size).toBe(1);
});
