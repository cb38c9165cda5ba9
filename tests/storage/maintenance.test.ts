import { expect, test } from "bun:test";
import { removeOldAnswers } from "../../server/api/remove-old-answers";
import { removeOldEvents } from "../../server/features/events/remove-old-events";
import type { JobContext } from "../../server/jobs/job";
import { createIds } from "../../server/records/ids";
import { deleteAnswers, insertAnswer } from "../../server/records/stored-answers";
import type { Database, Transaction } from "../../server/storage/port";
import { type Sql, sql, statement } from "../../server/storage/sql";
import { createLog } from "../../server/telemetry/log";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { createTenant } from "../support/service/tenants";

const dayMs = 86_400_000;

onBothEngines("maintenance", (engine) => {
  const service = useService(engine);
  const count = async (table: "events" | "idempotency" | "answer_pieces") => {
    const query = statement(`SELECT count(*) AS count FROM ${table}`);
    return Number((await service().db.first<{ count: number }>(query))?.count);
  };

  test("removes events after 30 days and stored answers after 24 hours, of every tenant, and nothing else", async () => {
    const { db, api } = service();
    const { api: other } = await createTenant(service(), "other");
    const now = Date.now();
    for (const tenant of [api, other]) {
      await tenant.call("createPerson", { body: { name: "Kept" }, headers: { "idempotency-key": "k" } });
    }
    const events = await count("events");
    await sweep(db, now + dayMs - 60_000);
    expect([await count("events"), await count("idempotency")]).toEqual([events, 2]);
    await sweep(db, now + dayMs + 60_000);
    expect([await count("events"), await count("idempotency")]).toEqual([events, 0]);
    await sweep(db, now + 30 * dayMs - 60_000);
    expect(await count("events")).toBe(events);
    await sweep(db, now + 30 * dayMs + 60_000);
    expect(await count("events")).toBe(0);
    for (const tenant of [api, other]) expect((await tenant.call("listPersons", {})).items).toMatchObject([{ name: "Kept" }]);
  });

  test("removes everything too old in one run, a thousand rows at a time", async () => {
    const { db } = service();
    const before = [await count("events"), await count("idempotency")];
    await db.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO events (tenant_id, event_id, type, subject_id, data, created_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 2500)
        SELECT tenant_id, 'event_0' || (10000 + number), 'topic.deleted', 's', '{}', number FROM numbers
        CROSS JOIN tenants WHERE name = 'default'`);
      await tx.run(sql`
        INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, response, created_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 2500)
        SELECT tenant_id, 'createPerson', 'k' || number, 'f', 201, 's', '{}', number FROM numbers
        CROSS JOIN tenants WHERE name = 'default'`);
    });
    const { counting, changes } = countingChanges(db);
    await sweep(counting, Date.now());
    expect([await count("events"), await count("idempotency")]).toEqual(before);
    expect(changes.reduce((sum, changed) => sum + changed, 0)).toBe(5_000);
    expect(Math.max(...changes)).toBeLessThanOrEqual(1_000);
  });

  test("removes no more than two megabytes at a time", async () => {
    const { db } = service();
    const before = [await count("events"), await count("idempotency")];
    const long = "l".repeat(900_000);
    const numbers = sql`WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 8)`;
    await db.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO events (tenant_id, event_id, type, subject_id, data, created_at) ${numbers}
        SELECT tenant_id, 'event_00' || number, 'topic.deleted', 's', ${long}, number FROM numbers
        CROSS JOIN tenants WHERE name = 'default'`);
      await tx.run(sql`
        INSERT INTO idempotency (tenant_id, operation, idempotency_key, fingerprint, status, subject_id, response, created_at)
        ${numbers} SELECT tenant_id, 'createPerson', 'l' || number, 'f', 201, 's', ${long}, number FROM numbers
        CROSS JOIN tenants WHERE name = 'default'`);
    });
    const { counting, changes } = countingChanges(db);
    await sweep(counting, Date.now());
    expect([await count("events"), await count("idempotency")]).toEqual(before);
    expect(Math.max(...changes)).toBe(2);
  });

  test("removes the pieces of long answers with them, few in one statement", async () => {
    const { db, api } = service();
    const tenantId = await tenantIdOf(db, api);
    const key = { operation: "updateAccount", fingerprint: "f", status: 200, subject_id: "s", etag: null };
    await db.transaction(async (tx) => {
      for (const [idempotency_key, created_at] of [["old", 1] as const, ["new", Date.now()] as const])
        await insertAnswer(tx, tenantId, { ...key, idempotency_key, created_at }, ["l".repeat(4_900_000)]);
    });
    expect(await count("answer_pieces")).toBe(40);
    const { counting, statements } = countingChanges(db);
    await sweep(counting, Date.now());
    expect(await count("answer_pieces")).toBe(20);
    expect(Math.max(...statements)).toBe(4);
    expect(await db.all(sql`SELECT DISTINCT idempotency_key FROM answer_pieces`)).toEqual([{ idempotency_key: "new" }]);
    await sweep(db, Date.now() + dayMs);
    expect(await count("answer_pieces")).toBe(0);
  });

  test("leaves a new long answer that takes the place of an old one at that moment", async () => {
    const { db, api } = service();
    const tenantId = await tenantIdOf(db, api);
    const answer = {
      operation: "updateAccount",
      idempotency_key: "again",
      fingerprint: "f",
      status: 200,
      subject_id: "s",
      etag: null,
    };
    const store = (tx: Transaction, created_at: number) =>
      insertAnswer(tx, tenantId, { ...answer, created_at }, ["l".repeat(600_000)]);
    await db.transaction((tx) => store(tx, 1));
    let swept: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await deleteAnswers(tx, tenantId, [answer]);
      await store(tx, Date.now());
      swept = sweep(db, Date.now());
      // The sweep finds the old answer, and waits for this transaction.
      await Bun.sleep(200);
    });
    await swept;
    expect([await count("idempotency"), await count("answer_pieces")]).toEqual([1, 3]);
    await sweep(db, Date.now() + dayMs);
  });

  test("runs by itself every minute", async () => {
    const { api, db, advance } = service();
    // A sweep that ends after the step would begin its minute only then.
    const sweepsWait = () =>
      until(
        async () => (await db.first(sql`SELECT 1 AS found FROM jobs WHERE ready = 1 OR claimed_by IS NOT NULL`)) === undefined,
      );
    await api.call("createPerson", { body: { name: "Kept" }, headers: { "idempotency-key": "by itself" } });
    expect(await count("idempotency")).toBe(1);
    await sweepsWait();
    advance(dayMs);
    await until(async () => (await count("idempotency")) === 0);
    expect(await count("events")).toBeGreaterThan(0);
    await api.call("createPerson", { body: { name: "Kept" }, headers: { "idempotency-key": "by itself" } });
    await sweepsWait();
    advance(30 * dayMs);
    await until(async () => (await count("idempotency")) + (await count("events")) === 0);
  });
});

/** Both sweeps at that moment, without the runner. */
async function sweep(db: Database, now: number): Promise<void> {
  const newId = createIds(() => now);
  const step: JobContext["step"] = (work) =>
    db.transaction((tx) => work({ db: tx, dialect: db.dialect, tenantId: "installation", now, newId, site: testSite }));
  const log = createLog(() => {}, Date.now);
  const place = { tenantId: "installation", db, dialect: db.dialect, site: testSite };
  const ctx = { ...place, log, attempt: 1, clock: () => now, newId, step, finish: step };
  await removeOldEvents.run(ctx, null);
  await removeOldAnswers.run(ctx, null);
}

/** The same database, with how many rows each of its transactions and each of their statements changed. */
function countingChanges(db: Database): { counting: Database; changes: number[]; statements: number[] } {
  const changes: number[] = [];
  const statements: number[] = [];
  const transaction: Database["transaction"] = async (work) => {
    let changed = 0;
    const result = await db.transaction((tx) => {
      changed = 0;
      const note = (rows: number) => {
        changed += rows;
        statements.push(rows);
      };
      const run: Transaction["run"] = async (query) => {
        const rows = await tx.run(query);
        note(rows);
        return rows;
      };
      const all: Transaction["all"] = async <Row>(query: Sql) => {
        const rows = await tx.all<Row>(query);
        if (query.pieces.some((text) => text.includes("RETURNING"))) note(rows.length);
        return rows;
      };
      return work({ ...tx, run, all });
    });
    changes.push(changed);
    return result;
  };
  return { counting: { ...db, transaction }, changes, statements };
}
