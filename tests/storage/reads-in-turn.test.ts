import { expect, test } from "bun:test";
import { openDatabase } from "../../server/storage/open";
import { ReadsInTurn } from "../../server/storage/reads-in-turn";
import { sql } from "../../server/storage/sql";
import { createStorage } from "../support/database/engines";

const wantedTurns = 5;
/** Far more than fit into as many turns. */
const maxReads = 100_000;

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
  let reads = 0;
  for (; turns < wantedTurns && reads < maxReads; reads += 1) {
    await reader.all(sql`SELECT type, name FROM sqlite_schema ORDER BY name`);
  }
  clearImmediate(ticking);
  await db.close();
  await storage.remove();
  expect(turns).toBe(wantedTurns);
  // And no more often than it has to.
  expect(reads).toBeGreaterThan(turns);
});
