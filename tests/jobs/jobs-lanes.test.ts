import { expect, test } from "bun:test";
import { claimJobs } from "../../server/jobs/claim";
import type { JobKind } from "../../server/jobs/job";
import { laneSlots } from "../../server/jobs/lanes";
import { openDatabase } from "../../server/storage/open";
import type { Database } from "../../server/storage/port";
import { sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { enqueue, until, useWorkshop } from "../support/service/jobs";

onBothEngines("lanes", (engine) => {
  const shop = useWorkshop(engine);

  /** Notes which job began, in the order they did. */
  function noting() {
    const begun: string[] = [];
    const note: JobKind<string> = {
      maxAttempts: 1,
      async run(_, name) {
        begun.push(name);
      },
    };
    return { begun, note };
  }

  async function enqueueMany(tenantId: string, count: number): Promise<void> {
    await shop().db.transaction((tx) =>
      tx.run(sql`
        INSERT INTO jobs (tenant_id, job_id, kind, lane, payload, ready, due_at, attempts, created_at)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
        SELECT ${tenantId}, 'job_' || number, 'note', 'builds', ${JSON.stringify(tenantId)}, 1, number, 0, 1 FROM numbers`),
    );
  }

  test("a lane whose jobs wait for somebody else holds up no other, and has its own number of slots", async () => {
    const { begun, note } = noting();
    const goOn = Promise.withResolvers<void>();
    let waiting = 0;
    const wait: JobKind<null> = {
      maxAttempts: 1,
      async run() {
        waiting += 1;
        await goOn.promise;
      },
    };
    const jobs = laneSlots.modelCalls + 12;
    await shop().change(async (ctx) => {
      for (let count = 0; count < jobs; count += 1) await enqueue(ctx, "wait", null, { lane: "modelCalls" });
    });
    shop().run({ wait, note });
    await until(() => waiting === laneSlots.modelCalls);
    for (const lane of ["builds", "bulkBuilds", "sending", "upkeep"] as const) await shop().enqueue("note", lane, { lane });
    await until(() => begun.length === 4);
    expect(begun.toSorted()).toEqual(["builds", "bulkBuilds", "sending", "upkeep"]);
    expect(waiting).toBe(laneSlots.modelCalls);
    goOn.resolve();
    await shop().allDone();
    expect(waiting).toBe(jobs);
  });

  test("tenants whose jobs wait for other servers leave slots for a tenant that comes later", async () => {
    const { begun, note } = noting();
    const goOn = Promise.withResolvers<void>();
    const waiting: string[] = [];
    const wait: JobKind<string> = {
      maxAttempts: 1,
      async run(_, tenantId) {
        waiting.push(tenantId);
        await goOn.promise;
      },
    };
    const waitingOf = (tenantId: string) => waiting.filter((name) => name === tenantId).length;
    const enqueueWaiting = (tenantId: string) =>
      shop().change(async (ctx) => {
        for (let count = 0; count < 40; count += 1) await enqueue(ctx, "wait", tenantId, { lane: "sending" });
      }, tenantId);
    await enqueueWaiting("tenant_a");
    shop().run({ wait, note }, { slots: { sending: 20 } });
    await until(() => waitingOf("tenant_a") === 10);
    await enqueueWaiting("tenant_b");
    await until(() => waitingOf("tenant_b") > 0);
    await shop().enqueueFor("tenant_c", "note", "tenant_c", { lane: "sending" });
    await until(() => begun.length === 1);
    expect(waitingOf("tenant_a")).toBe(10);
    expect(waiting.length).toBeLessThan(20);
    goOn.resolve();
    await shop().allDone();
    expect(waiting).toHaveLength(80);
  });

  test("tenants take turns: whoever comes with a few jobs does not wait for another's thousands", async () => {
    const { begun, note } = noting();
    await enqueueMany("tenant_a", 3_000);
    await enqueueMany("tenant_b", 5);
    await enqueueMany("tenant_c", 5);
    shop().run({ note });
    await until(() => begun.length > 100);
    await shop().drain();
    const lastOf = (tenantId: string) => begun.lastIndexOf(tenantId);
    expect(begun.filter((name) => name !== "tenant_a")).toHaveLength(10);
    // Five turns of three tenants, and at most one claim that was divided unevenly.
    expect(Math.max(lastOf("tenant_b"), lastOf("tenant_c"))).toBeLessThan(15 + laneSlots.builds * 2);
  });

  test("a tenant that comes late is served in the next turn, wherever in the alphabet it is", async () => {
    const order: string[] = [];
    const arrivals = ["tenant_0", "tenant_z", "tenant_m"];
    const note: JobKind<string> = {
      maxAttempts: 1,
      async run(ctx, name) {
        order.push(name);
        const next = order.length % 10 === 0 ? arrivals.shift() : undefined;
        if (next) await ctx.step((writing) => shop().enqueueInto(writing, next, "note", next));
        // Longer than what is claimed ahead.
        await Bun.sleep(60);
      },
    };
    await enqueueMany("tenant_b", 60);
    await enqueueMany("tenant_c", 60);
    shop().run({ note }, { slots: { builds: 1 } });
    await until(() => order.length > 40);
    await shop().drain();
    for (const [index, late] of ["tenant_0", "tenant_z", "tenant_m"].entries()) {
      const wait = order.indexOf(late) - 10 * (index + 1);
      expect([late, wait >= 0, wait <= 2]).toEqual([late, true, true]);
    }
  });

  test("a claim reads a few rows, however many jobs wait and even while the planner believes that there are none", async () => {
    await using db = await withReluctantPlanner();
    await enqueueMany("tenant_a", 50_000);
    await enqueueMany("tenant_b", 3);
    const claim = (after = "") =>
      claimJobs(db, { demands: [{ lane: "builds", atMost: 4, after }], kinds: ["note"], claimedBy: crypto.randomUUID() });
    const [claimed] = (await claim()).lanes;
    expect(claimed?.jobs.map(({ tenant_id }) => tenant_id)).toEqual(["tenant_a", "tenant_b", "tenant_a", "tenant_b"]);
    const before = await rowsRead(db);
    for (let count = 0; count < 20; count += 1) await claim("tenant_b");
    expect((await rowsRead(db)) - before).toBeLessThan(2_000);
  });

  /** Its planner finds indexes expensive, and has just seen a queue that had become empty. */
  async function withReluctantPlanner(): Promise<Database & AsyncDisposable> {
    if (engine === "postgres") {
      await enqueueMany("tenant_a", 20_000);
      await shop().db.transaction((tx) => tx.run(statement("DELETE FROM jobs")));
      const url = shop().storage.databaseUrl as string;
      await using client = new Bun.SQL(url);
      await client.unsafe("VACUUM (ANALYZE, TRUNCATE OFF) jobs");
      await client.unsafe(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET random_page_cost = 1000000`);
      await client.unsafe("ALTER TABLE jobs SET (autovacuum_enabled = off)");
    }
    const db = openDatabase(shop().storage);
    return { ...db, [Symbol.asyncDispose]: () => db.close() };
  }

  /** By all statements so far. SQLite does not count, so there the plans have to do. */
  async function rowsRead(db: Database): Promise<number> {
    if (engine === "sqlite") {
      const plan = await db.all<{ detail: string }>(sql`
        EXPLAIN QUERY PLAN SELECT tenant_id FROM jobs WHERE ready = 1 AND lane = 'builds' AND tenant_id > 'a' ORDER BY tenant_id LIMIT 1`);
      expect(plan.map(({ detail }) => detail)).toEqual(["SEARCH jobs USING COVERING INDEX jobs_ready (lane=? AND tenant_id>?)"]);
      return 0;
    }
    // Sessions report what they did at most once a second.
    await Bun.sleep(1_200);
    await claimJobs(db, { demands: [], kinds: [], claimedBy: "nobody" });
    await Bun.sleep(1_200);
    const row = await shop().db.first<{ rows: number }>(sql`
      SELECT CAST(seq_tup_read + idx_tup_fetch AS DOUBLE PRECISION) AS rows FROM pg_stat_user_tables WHERE relname = 'jobs'`);
    return row?.rows as number;
  }
});
