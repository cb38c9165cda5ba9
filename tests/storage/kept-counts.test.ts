import { expect, test } from "bun:test";
import { operations } from "../../contract";
import { addToCounter, counterChange } from "../../server/storage/counters";
import { counted, countsOfRows } from "../../server/storage/migrations/kept-counts";
import type { Database } from "../../server/storage/port";
import { sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { allOperations } from "../support/samples/path-params";
import { send, World } from "../support/samples/world";
import type { Api } from "../support/service/api";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

onBothEngines("counts that are kept", (engine) => {
  const service = useService(engine);

  test("equal the number of rows after every operation that changes something", async () => {
    const { api, db } = service();
    const world = await World.build(api, "kept", db);
    for (const operation of allOperations.filter(({ method }) => method !== "GET")) {
      const request = { params: await world.params(operation), body: world.body(operation) };
      // The second call finds the record deleted, archived or restored already.
      for (const _ of ["once", "twice"]) await send(api, operation, request);
    }
    await buildBatch(api, await world.params(operations.getAudience));
    const kept = await counts(db);
    await db.transaction(async (tx) => {
      await tx.run(sql`DELETE FROM counters WHERE name NOT LIKE 'persons' AND name NOT LIKE 'page audiences %'`);
      for (const text of [...countsOfRows(), counted("'form submissions'", "form_submissions")]) await tx.run(statement(text));
    });
    const fromRows = await counts(db);
    expect(kept).toEqual(fromRows);
    for (const name of ["topics", "accounts", "assets", "page links", "pages ", "archived audiences ", "batch "])
      expect(Object.keys(kept).some((key) => key.startsWith(name))).toBeTrue();
  });

  test("a transaction that counts often locks one row for it, so that two of them can't lock each other's", async () => {
    const { db } = service();
    const { dialect } = db;
    await db.transaction(async (tx) => {
      for (let counted = 0; counted < 50; counted += 1) {
        await addToCounter(tx, dialect, "tenant_often", "by the transaction", 1);
        await tx.run(counterChange({ tenantId: "tenant_often", dialect, db: tx }, "by the transaction", 1));
      }
    });
    const rows = await db.all(sql`SELECT name, value FROM counters WHERE tenant_id = 'tenant_often'`);
    expect(rows).toEqual([{ name: "by the transaction", value: 100 }]);
  });

  test("a list far longer than is counted exactly is counted once, not on each request", async () => {
    const { api, db } = service();
    const brands = 20_000;
    await db.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO brands (tenant_id, brand_id, name, colors, created_at, updated_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${brands})
        SELECT ${await tenantIdOf(db, api)}, 'brand_' || (10000000 + number), 'Brand', '{"primary":null,"background":null,"text":null}', 100, 100 FROM numbers`);
    });
    expect(await countsDuring(db, () => listTwice(api))).toBe(1);
    await db.transaction((tx) => tx.run(sql`DELETE FROM brands WHERE brand_id > 'brand_10005000'`));
    await until(async () => (await api.call("listBrands", { query: { limit: 1 } })).totalCount !== null);
    expect(await countsDuring(db, () => listTwice(api))).toBe(2);
  });
});

async function listTwice(api: Api): Promise<void> {
  for (const _ of ["once", "twice"]) await api.call("listBrands", { query: { limit: 1 } });
}

/** How often rows were counted meanwhile. */
async function countsDuring(db: Database, work: () => Promise<void>): Promise<number> {
  let counts = 0;
  const { first } = db;
  db.first = (query) => {
    if (query.pieces.join("?").includes("AS counted")) counts += 1;
    return first(query);
  };
  await work().finally(() => Object.assign(db, { first }));
  return counts;
}

/** A version for each audience of the page, built. */
async function buildBatch(api: Api, { page_id }: Record<string, string>): Promise<void> {
  const params = { page_id: page_id as string };
  const { batchId } = await api.call("createVersionBatch", { params });
  await until(async () => (await api.call("getVersionBatch", { params: { ...params, batch_id: batchId } })).done);
}

/** Every counter that is not zero, and the counts in rows. */
async function counts(db: Database): Promise<Record<string, number>> {
  const [counters, accounts, audiences] = await Promise.all([
    db.all<Count>(sql`SELECT tenant_id, name, sum(value) AS value FROM counters GROUP BY tenant_id, name HAVING sum(value) <> 0`),
    db.all<Count>(sql`SELECT tenant_id, account_id AS name, log_count AS value FROM accounts`),
    db.all<Count>(sql`SELECT tenant_id, audience_id AS name, messages_made AS value FROM audiences`),
  ]);
  const all = [...counters, ...accounts, ...audiences].map(
    ({ tenant_id, name, value }) => [`${name} ${tenant_id}`, value] as const,
  );
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
}

interface Count {
  tenant_id: string;
  name: string;
  value: number;
}
