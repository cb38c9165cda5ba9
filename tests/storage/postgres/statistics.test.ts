import { expect, test } from "bun:test";
import { openDatabase } from "../../../server/storage/open";
import { sql, statement } from "../../../server/storage/sql";
import { createStorage } from "../../support/database/engines";
import { until } from "../../support/service/jobs";
import { startTestService } from "../../support/service/service";

const connections = 10;
/** PostgreSQL keeps a plan for good after five executions on a connection. */
const readsToKeepAPlan = 6 * connections;

test("reads by identifier cost the same right after a first import, without autovacuum", async () => {
  const service = await startTestService("postgres", { runsJobs: false });
  const { db, api } = service;
  await db.transaction((tx) => tx.run(statement("ALTER TABLE persons SET (autovacuum_enabled = off)")));
  const { personId } = await api.call("createPerson", { body: { name: "Ada" } });
  const read = (times: number) =>
    Promise.all(Array.from({ length: times }, () => api.call("getPerson", { params: { person_id: personId } })));
  /** Entries of indexes and rows of the table that were looked at. A connection reports its own after a second. */
  const looksAtPersons = async () => {
    await Bun.sleep(1_500);
    await read(connections);
    const row = await db.first<{ looks: number }>(sql`
      SELECT CAST(seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid) AS DOUBLE PRECISION)
        AS looks FROM pg_stat_user_tables t WHERE relname = 'persons'`);
    return row?.looks as number;
  };
  for (let round = 0; round < 3; round += 1) await read(readsToKeepAPlan);

  const persons = 1_500;
  for (let left = persons; left > 0; left -= 100) {
    const names = Array.from({ length: 100 }, (_, index) => `Imported ${left - index}`);
    await Promise.all(names.map((name) => api.call("createPerson", { body: { name } })));
  }
  const isAnalysed = sql`SELECT 1 FROM pg_class WHERE relname = 'persons' AND reltuples > 100`;
  await until(async () => (await db.first(isAnalysed)) !== undefined);
  const before = await looksAtPersons();
  const reads = 5 * readsToKeepAPlan;
  await read(reads);
  // With the plan for an empty table, each read looks at all persons.
  expect((await looksAtPersons()) - before).toBeLessThan(2 * reads);
  await service.stop();
});

test("a table is analysed by the service itself as it grows to 1,000, 10,000 and 100,000 rows", async () => {
  const storage = await createStorage("postgres");
  const db = openDatabase(storage);
  await db.transaction(async (tx) => {
    await tx.run(statement("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) WITH (autovacuum_enabled = off)"));
  });
  const known = async () =>
    (
      await db.first<{ rows: number }>(sql`
    SELECT CAST(reltuples AS DOUBLE PRECISION) AS rows FROM pg_class WHERE relname = 'notes'`)
    )?.rows as number;
  for (const rows of [1_000, 10_000, 100_000]) {
    expect(await known()).toBeLessThan(rows / 2);
    await db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO notes (id, text) SELECT id, repeat('x', 200) FROM generate_series(1, CAST(${rows} AS INTEGER)) AS id
        ON CONFLICT (id) DO NOTHING`),
    );
    await until(async () => (await known()) > 0.9 * rows);
  }
  await db.close();
  await storage.remove();
});

test("every table is planned as if a tenant had half of it, however many rows others have", async () => {
  const service = await startTestService("postgres", { runsJobs: false });
  const tables = sql`
    SELECT c.table_name AS name, s.n_distinct FROM information_schema.columns c
    LEFT JOIN pg_stats s ON s.schemaname = c.table_schema AND s.tablename = c.table_name AND s.attname = c.column_name
    WHERE c.table_schema = current_schema() AND c.column_name = 'tenant_id'`;
  const planned = async () => await service.db.all<{ name: string; n_distinct: number | null }>(tables);
  expect((await planned()).filter(({ n_distinct }) => n_distinct !== 2)).toEqual([]);
  await service.db.transaction((tx) => tx.run(statement("ANALYZE persons")));
  expect((await planned()).filter(({ n_distinct }) => n_distinct !== 2)).toEqual([]);
  await service.stop();
});
