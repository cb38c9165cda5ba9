import { expect, test } from "bun:test";
import { openDatabase } from "../../../server/storage/open";
import { sql } from "../../../server/storage/sql";
import { createStorage } from "../../support/database/engines";

const crowd = 20;

test("a change waits for one of those that another tenant put in before, and each tenant's are made in their order", async () => {
  const storage = await createStorage("sqlite");
  const db = openDatabase(storage);
  const made: string[] = [];
  const change = (tenantId: string, nth: number) =>
    db.transaction(
      async (tx) => {
        await tx.first(sql`SELECT 1 AS one`);
        made.push(`${tenantId} ${nth}`);
      },
      { tenantId },
    );
  const ofCrowd = Array.from({ length: crowd }, (_, nth) => change("crowd", nth));
  await Promise.all([...ofCrowd, change("other", 0), change("other", 1)]);
  expect(made.slice(0, 4)).toEqual(["crowd 0", "other 0", "crowd 1", "other 1"]);
  expect(made.slice(4)).toEqual(Array.from({ length: crowd - 2 }, (_, nth) => `crowd ${nth + 2}`));
  await db.close();
  await storage.remove();
});
