import { expect, test } from "bun:test";
import { openDatabase } from "../../server/storage/open";
import { ReadsInTurn } from "../../server/storage/reads-in-turn";
import { sql } from "../../server/storage/sql";
import { createStorage } from "../support/database/engines";

const readMs = 200;
const maxTurnMs = 25;

test("a tenant that reads much lets others have their turn between its reads", async () => {
  const storage = await createStorage("sqlite", { hasTables: true });
  const db = openDatabase(storage);
  const reader = new ReadsInTurn(db, "tenant_busy");
  let turns = 0;
  const count = () => {
    turns += 1;
    ticking = setImmediate(count);
  };
  let ticking = setImmediate(count);
  const startedAt = performance.now();
  let reads = 0;
  while (performance.now() - startedAt < readMs) {
    await reader.all(sql`SELECT type, name FROM sqlite_schema ORDER BY name`);
    reads += 1;
  }
  const tookMs = performance.now() - startedAt;
  clearImmediate(ticking);
  await db.close();
  await storage.remove();
  expect(turns).toBeGreaterThan(tookMs / maxTurnMs / 2);
  // And no more often than it has to.
  expect(reads).toBeGreaterThan(turns);
});
