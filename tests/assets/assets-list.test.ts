import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { newestAssets } from "../../server/features/assets/queries";
import { sqliteDialect } from "../../server/storage/dialects";
import { migrations } from "../../server/storage/migrations";
import type { Reader } from "../../server/storage/port";

test("listing assets reads no row of a trashed or deleted one", async () => {
  using db = new Database(":memory:");
  for (const migration of migrations) for (const text of migration(sqliteDialect)) db.run(text);
  const plans: string[] = [];
  const reader: Reader = {
    async first() {
      return undefined;
    },
    async all({ pieces, values }) {
      const plan = db.query(`EXPLAIN QUERY PLAN ${pieces.join("?")}`).all(...values) as { detail: string }[];
      plans.push(plan.map(({ detail }) => detail).join());
      return [];
    },
  };
  await newestAssets(reader, "tenant", undefined, 10);
  await newestAssets(reader, "tenant", ["asset_1"], 10);
  expect(plans).toEqual([
    "SEARCH assets USING INDEX assets_kept (tenant_id=?)",
    "SEARCH assets USING INDEX assets_kept (tenant_id=? AND asset_id<?)",
  ]);
});
