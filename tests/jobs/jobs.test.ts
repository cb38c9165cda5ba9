import { expect, test } from "bun:test";
import type { JobContext, JobKind } from "../../server/jobs/job";
import { openDatabase } from "../../server/storage/open";
import { type Database, Unavailable } from "../../server/storage/port";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { enqueue, leave, leaveEffect, until, useWorkshop } from "../support/service/jobs";

onBothEngines("jobs", (engine) => {
  const shop = useWorkshop(engine);

  const jobOf = async (jobId: string) => (await shop().jobs()).find((job) => job.job_id === jobId);

  test("a job is stored together with the change that needs it, or not at all", async () => {
    shop().run({ leave });
    const refused = shop().change(async (ctx) => {
      await enqueue(ctx, "leave", "of a change that failed");
      throw new Error("changed its mind");
    });
    expect(refused).rejects.toThrow("changed its mind");
    await shop().enqueue("leave", "of a change that is there");
    await shop().allDone();
    expect(await shop().effects()).toEqual(["of a change that is there"]);
    expect(shop().lines()).toEqual([]);
  });

  test("a job runs as the tenant that enqueued it, with the payload it was given", async () => {
    const seen: unknown[] = [];
    const look: JobKind<unknown> = {
      maxAttempts: 1,
      async run({ tenantId, attempt, finish }, payload) {
        seen.push([tenantId, attempt, payload]);
        await finish(async (ctx) => seen.push([ctx.tenantId, ctx.newId("job").slice(0, 4)]));
      },
    };
    shop().run({ look });
    await shop().change((ctx) => enqueue(ctx, "look", { deep: ["é", null, 1.5] }), "tenant_b");
    await shop().allDone();
    expect(seen).toEqual([
      ["tenant_b", 1, { deep: ["é", null, 1.5] }],
      ["tenant_b", "job_"],
    ]);
  });

  test("the oldest comes first", async () => {
    const order: string[] = [];
    const note: JobKind<string> = {
      maxAttempts: 1,
      async run(_, name) {
        order.push(name);
      },
    };
    for (const name of ["1", "2"]) await shop().enqueue("note", name);
    await shop().enqueue("note", "delayed", { afterMs: 1_000 });
    shop().advance(2_000);
    for (const name of ["3", "4"]) await shop().enqueue("note", name);
    shop().run({ note }, { slots: { builds: 1 } });
    await shop().allDone();
    expect(order).toEqual(["1", "2", "delayed", "3", "4"]);
  });

  test("a delayed job runs when its time has come, not before", async () => {
    shop().run({ leave }, { pollMs: 60_000 });
    const from = performance.now();
    await shop().enqueue("leave", "later", { afterMs: 300 });
    await until(async () => (await shop().effects()).length > 0);
    expect(performance.now() - from).toBeGreaterThan(295);
    expect(performance.now() - from).toBeLessThan(30_000);
  });

  test("several jobs run at once, and never more than the limit", async () => {
    let now = 0;
    let most = 0;
    const busy: JobKind<null> = {
      maxAttempts: 1,
      async run() {
        most = Math.max(most, (now += 1));
        await Bun.sleep(20);
        now -= 1;
      },
    };
    for (let count = 0; count < 12; count += 1) await shop().enqueue("busy");
    shop().run({ busy }, { slots: { builds: 3 } });
    await shop().allDone();
    expect(most).toBe(3);
  });

  test("a failed job is tried again after 1 s, then 2 s, then 4 s, each up to half longer by chance", async () => {
    const attempts: number[] = [];
    const failing: JobKind<null> = {
      maxAttempts: 10,
      async run({ attempt }) {
        attempts.push(attempt);
        throw new Error("not today");
      },
    };
    const jobId = await shop().enqueue("failing");
    shop().run({ failing });
    for (const waitMs of [1_000, 2_000, 4_000]) {
      const before = attempts.length;
      await until(async () => attempts.length > before && (await jobOf(jobId))?.claimed_by === null);
      const dueIn = ((await jobOf(jobId))?.due_at as number) - shop().clock();
      expect(dueIn).toBeGreaterThan(waitMs - 500);
      expect(dueIn).toBeLessThanOrEqual(waitMs * 1.5);
      shop().advance(dueIn - 200);
      await Bun.sleep(60);
      expect(attempts).toHaveLength(before + 1);
      shop().advance(200);
    }
    await until(() => attempts.length > 3);
    expect(attempts.slice(0, 4)).toEqual([1, 2, 3, 4]);
  });

  test("a failed attempt keeps what its finished steps wrote, and nothing of the failed step", async () => {
    const halfway: JobKind<null> = {
      maxAttempts: 3,
      async run(ctx) {
        await ctx.step((writing) => leaveEffect(writing, `step of ${ctx.attempt}`));
        await ctx.finish(async (writing) => {
          await leaveEffect(writing, `finish of ${ctx.attempt}`);
          if (ctx.attempt === 1) throw new Error("at the last moment");
        });
      },
    };
    await shop().enqueue("halfway");
    shop().run({ halfway });
    await until(async () => (await shop().effects()).length > 0);
    await until(async () => (await shop().jobs())[0]?.claimed_by === null);
    expect(await shop().effects()).toEqual(["step of 1"]);
    shop().advance(2_000);
    await shop().allDone();
    expect(await shop().effects()).toEqual(["finish of 2", "step of 1", "step of 2"]);
  });

  test("the last failure makes the job a dead letter, and what its kind does on death is written with it", async () => {
    const mortal: JobKind<string> = {
      maxAttempts: 2,
      async run() {
        throw new TypeError(`Can't reach\n"ada@acme.test": ${"x".repeat(1_000)}`);
      },
      async onDead(ctx, name, reason) {
        await leaveEffect(ctx, `${ctx.tenantId} ${name} ${reason.slice(0, 24)}`);
      },
    };
    const jobId = await shop().enqueue("mortal", "gone");
    shop().run({ mortal });
    await until(async () => (await jobOf(jobId))?.last_error !== null);
    expect(await shop().effects()).toEqual([]);
    shop().advance(2_000);
    await until(async () => (await jobOf(jobId))?.dead_at !== null);
    expect(await shop().effects()).toEqual(["tenant_a gone TypeError: Can't reach \""]);
    const { last_error: error, attempts, claimed_by } = (await jobOf(jobId)) ?? {};
    expect([attempts, claimed_by]).toEqual([2, null]);
    expect(error).toMatch(/^TypeError: Can't reach "…": x+$/);
    expect(error?.length).toBe(300);
    shop().advance(100_000_000);
    await Bun.sleep(60);
    expect(await jobOf(jobId)).toMatchObject({ attempts: 2 });
    const about = { level: "error", kind: "mortal", jobId, tenantId: "tenant_a" };
    expect(shop().lines()).toMatchObject([
      { ...about, message: "job failed", attempt: 1, error: expect.stringContaining("Can't reach") },
      { ...about, message: "job died", attempt: 2 },
    ]);
  });

  test("a job does not become a dead letter while what its kind does on death fails", async () => {
    let broken = true;
    const mortal: JobKind<null> = {
      maxAttempts: 1,
      async run() {
        throw new Error("no");
      },
      async onDead(ctx) {
        await leaveEffect(ctx, "last words");
        if (broken) throw new Error("can't die");
      },
    };
    const jobId = await shop().enqueue("mortal");
    shop().run({ mortal });
    await until(async () => (await jobOf(jobId))?.claimed_by === null && (await jobOf(jobId))?.last_error !== null);
    expect([(await jobOf(jobId))?.dead_at, await shop().effects()]).toEqual([null, []]);
    broken = false;
    shop().advance(2_000);
    await until(async () => (await jobOf(jobId))?.dead_at !== null);
    expect(await shop().effects()).toEqual(["last words"]);
  });

  test("a job whose process ended each time is a dead letter too", async () => {
    let runs = 0;
    const deadly: JobKind<null> = {
      maxAttempts: 3,
      async run() {
        runs += 1;
      },
    };
    const jobId = await shop().enqueue("deadly");
    await shop().db.transaction((tx) => tx.run(sql`UPDATE jobs SET attempts = 3, claimed_by = 'a process that is gone'`));
    shop().run({ deadly });
    await until(async () => (await jobOf(jobId))?.dead_at !== null);
    expect(runs).toBe(0);
    expect((await jobOf(jobId))?.last_error).toBe("Error: Its process ended 3 times");
  });

  test("a lost database is not counted as a failure of the job, unless it happens twice in a row", async () => {
    const { db: real } = shop();
    let away = false;
    const transaction: Database["transaction"] = (work) =>
      away ? Promise.reject(new Unavailable("away")) : real.transaction(work);
    const attempts: number[] = [];
    const unlucky: JobKind<null> = {
      maxAttempts: 2,
      async run(ctx: JobContext) {
        attempts.push(ctx.attempt);
        away = attempts.length === 1;
        if (away) setTimeout(() => (away = false), 300);
        else if (attempts.length > 2) throw new Unavailable("so it says");
        await ctx.finish(async () => {});
        throw new Error("unreachable");
      },
    };
    const first = await shop().enqueue("unlucky");
    shop().run({ unlucky }, { db: { ...real, transaction } });
    await until(async () => (await jobOf(first)) === undefined);
    expect(attempts).toEqual([1, 1]);
    const second = await shop().enqueue("unlucky");
    await until(async () => {
      shop().advance(1_000);
      return (await jobOf(second))?.dead_at !== null;
    });
    expect(attempts.slice(2)).toEqual([1, 1, 2]);
  });

  test("jobs of a kind that only a newer version knows are left alone, and logged once", async () => {
    shop().run({ leave });
    for (let count = 0; count < 3; count += 1) await shop().enqueue("fromTheFuture");
    await shop().enqueue("leave", "known");
    await until(async () => (await shop().effects()).length > 0);
    await Bun.sleep(100);
    expect((await shop().jobs()).map(({ kind, attempts, claimed_by }) => [kind, attempts, claimed_by])).toEqual(
      Array(3).fill(["fromTheFuture", 0, null]),
    );
    const lines = shop()
      .lines()
      .map(({ message, kind }) => [message, kind]);
    expect(lines).toEqual([["jobs of an unknown kind are left alone", "fromTheFuture"]]);
  });
});

onBothEngines("an idle runner", (engine) => {
  const shop = useWorkshop(engine);

  /** Wide for a busy machine: usually it is about a millisecond, and without a wake-up it would be a minute. */
  const medianWithinMs = 2_000;

  test("starts a job as soon as it is committed, also by another process on PostgreSQL", async () => {
    let ran = Promise.withResolvers<number>();
    const ping: JobKind<null> = { maxAttempts: 1, run: async () => ran.resolve(performance.now()) };
    shop().run({ ping }, { pollMs: 60_000 });
    const medianOf = async (enqueuePing: () => Promise<unknown>) => {
      const waits: number[] = [];
      for (let count = 0; count < 25; count += 1) {
        ran = Promise.withResolvers();
        await enqueuePing();
        const committed = performance.now();
        waits.push((await ran.promise) - committed);
        await Bun.sleep(5);
      }
      return waits.sort((one, other) => one - other)[12];
    };
    expect(await medianOf(() => shop().enqueue("ping"))).toBeLessThan(medianWithinMs);
    if (engine === "sqlite") return;
    const elsewhere = openDatabase(shop().storage);
    expect(await medianOf(() => shop().enqueue("ping", null, {}, elsewhere))).toBeLessThan(medianWithinMs);
    await elsewhere.close();
  });
});
