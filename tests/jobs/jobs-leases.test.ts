import { expect, test } from "bun:test";
import { type JobKind, jobType } from "../../server/jobs/job";
import { type Database, Unavailable } from "../../server/storage/port";
import { onBothEngines } from "../support/database/engines";
import { leave, leaveEffect, until, useWorkshop } from "../support/service/jobs";

/** Short, so that a test need not wait for long. */
const leaseMs = 800;
const watching = { leaseMs, pollMs: 20 };

onBothEngines("a job's lease", (engine) => {
  const shop = useWorkshop(engine);

  /** A kind whose first runs wait in the middle, until told to go on with all that is left. */
  function pausing(pauses = 1) {
    const paused = Array.from({ length: pauses }, () => Promise.withResolvers<void>());
    const goOn = Array.from({ length: pauses }, () => Promise.withResolvers<void>());
    const outcomes: string[] = [];
    const kind: JobKind<null> = {
      maxAttempts: 5,
      async run(ctx) {
        const index = ctx.attempt - 1;
        await ctx.step((writing) => leaveEffect(writing, `begun by ${ctx.attempt}`));
        paused[index]?.resolve();
        await goOn[index]?.promise;
        const attempts = [
          () => ctx.step((writing) => leaveEffect(writing, `stepped by ${ctx.attempt}`)),
          () => ctx.finish((writing) => leaveEffect(writing, `finished by ${ctx.attempt}`)),
        ];
        // One that lost its lease tries everything all the same.
        for (const attempt of attempts) await attempt().catch((error: Error) => outcomes.push(`${error.name} ${ctx.attempt}`));
      },
    };
    return { kind, outcomes, paused: paused.map(({ promise }) => promise), goOn: goOn.map(({ resolve }) => resolve) };
  }
  const lost = ["LeaseLost 1", "LeaseLost 1"];

  /** A runner that can be cut off from the database, as a process that is stopped or has lost its network. */
  function separable() {
    const { db } = shop();
    let isCutOff = false;
    const unlessCutOff =
      <Arguments extends unknown[], Result>(work: (...given: Arguments) => Promise<Result>) =>
      (...given: Arguments): Promise<Result> =>
        isCutOff ? Promise.reject(new Unavailable("cut off")) : work(...given);
    const [transaction, snapshot, all, first] = [db.transaction, db.snapshot, db.all, db.first].map(
      unlessCutOff as never,
    ) as never[];
    return {
      db: { ...db, transaction, snapshot, all, first } as unknown as Database,
      cutOff: (value: boolean) => {
        isCutOff = value;
      },
    };
  }

  test("is renewed by itself, however long a job waits for somebody else", async () => {
    const { kind, outcomes, paused, goOn } = pausing();
    await shop().enqueue("pausing");
    for (let count = 0; count < 2; count += 1) shop().run({ pausing: kind }, watching);
    await paused[0];
    await Bun.sleep(leaseMs * 3);
    expect(await shop().effects()).toEqual(["begun by 1"]);
    goOn[0]?.();
    await shop().allDone();
    expect(await shop().effects()).toEqual(["begun by 1", "finished by 1", "stepped by 1"]);
    expect(outcomes).toEqual([]);
  });

  test("once it has ended, another runner takes the job over, and only that runner's work is kept", async () => {
    const { kind, outcomes, paused, goOn } = pausing(2);
    const { db, cutOff } = separable();
    await shop().enqueue("pausing");
    shop().run({ pausing: kind }, { ...watching, db });
    await paused[0];
    cutOff(true);
    shop().run({ pausing: kind }, watching);
    await paused[1];
    cutOff(false);
    goOn[0]?.();
    await until(() => outcomes.length === 2);
    expect([await shop().effects(), outcomes]).toEqual([["begun by 1", "begun by 2"], lost]);
    expect(await shop().jobs()).toMatchObject([{ attempts: 2, last_error: null }]);
    goOn[1]?.();
    await shop().allDone();
    expect(await shop().effects()).toEqual(["begun by 1", "begun by 2", "finished by 2", "stepped by 2"]);
    await until(() =>
      shop()
        .lines()
        .some(({ message, attempt }) => message === "job lost its lease" && attempt === 1),
    );
  });

  test("once it has ended, its holder goes on with the job if no other runner has taken it", async () => {
    const { kind, outcomes, paused, goOn } = pausing();
    const { db, cutOff } = separable();
    await shop().enqueue("pausing");
    shop().run({ pausing: kind }, { ...watching, db });
    await paused[0];
    cutOff(true);
    await Bun.sleep(leaseMs * 2);
    cutOff(false);
    goOn[0]?.();
    await shop().allDone();
    expect(await shop().effects()).toEqual(["begun by 1", "finished by 1", "stepped by 1"]);
    expect(outcomes).toEqual([]);
  });

  test("is not ended by a process that was paused itself and has not watched it meanwhile", async () => {
    const { kind, paused, goOn } = pausing();
    const watcher = separable();
    const holder = separable();
    await shop().enqueue("pausing");
    shop().run({ pausing: kind }, { ...watching, db: holder.db });
    await paused[0];
    shop().run({ pausing: kind }, { ...watching, db: watcher.db });
    await Bun.sleep(60);
    for (const each of [watcher, holder]) each.cutOff(true);
    await Bun.sleep(leaseMs * 2);
    watcher.cutOff(false);
    await Bun.sleep(leaseMs / 4);
    holder.cutOff(false);
    await Bun.sleep(leaseMs * 2);
    goOn[0]?.();
    await shop().allDone();
    expect(await shop().effects()).toEqual(["begun by 1", "finished by 1", "stepped by 1"]);
  });

  test("ends for a claim that its own process never learned of, because the database's answer was lost", async () => {
    const { db } = shop();
    let isLost = false;
    const transaction: Database["transaction"] = async (work) => {
      const result = await db.transaction(work);
      const [claimed] = await shop().jobs();
      if (isLost || claimed?.claimed_by == null) return result;
      isLost = true;
      throw new Unavailable("after the commit");
    };
    await shop().enqueue("leave", "once");
    shop().run({ leave }, { ...watching, db: { ...db, transaction } });
    await shop().allDone();
    expect([isLost, await shop().effects()]).toEqual([true, ["once"]]);
  });

  test("a finished job can't be finished again, nor take another step", async () => {
    const outcomes: string[] = [];
    const eager: JobKind<null> = {
      maxAttempts: 3,
      async run(ctx) {
        await ctx.finish((writing) => leaveEffect(writing, "once"));
        for (const again of [ctx.finish, ctx.step]) {
          await again((writing) => leaveEffect(writing, "twice")).catch((error: Error) => outcomes.push(error.name));
        }
        throw new Error("too late to fail");
      },
    };
    await shop().enqueue("eager");
    shop().run({ eager });
    await until(() => outcomes.length === 2);
    await shop().drain();
    expect(outcomes).toEqual(["LeaseLost", "LeaseLost"]);
    expect([await shop().effects(), await shop().jobs()]).toEqual([["once"], []]);
    expect(shop().lines()).toMatchObject([{ message: "job failed", error: expect.stringContaining("too late to fail") }]);
  });

  test("a runner told to stop finishes what it has begun, begins nothing more and releases the rest", async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const begun: string[] = [];
    const slow: JobKind<string> = {
      maxAttempts: 3,
      async run(ctx, name) {
        begun.push(name);
        if (name === "hangs") await new Promise(() => {});
        await goOn;
        await ctx.finish((writing) => leaveEffect(writing, name));
      },
    };
    for (const name of ["ends", "hangs", "waits"]) await shop().enqueue("slow", name);
    const runner = shop().run({ slow }, { slots: { builds: 2 } });
    await until(() => begun.length === 2);
    const drained = runner.drain(300);
    await shop().enqueue("slow", "comes late");
    resolve();
    await drained;
    expect(begun).toEqual(["ends", "hangs"]);
    expect(await shop().effects()).toEqual(["ends"]);
    const left = await shop().jobs();
    expect(left.map(({ attempts, claimed_by }) => [attempts, claimed_by])).toEqual(Array(3).fill([0, null]));
    expect(left.every(({ ready }) => ready === 1)).toBe(true);
  });

  test("jobs claimed ahead and stuck behind a long one are given back for other runners", async () => {
    const order: string[] = [];
    const ending = Promise.withResolvers<void>();
    const mixed: JobKind<string> = {
      maxAttempts: 1,
      async run(_, name) {
        order.push(name);
        if (name === "slow") await ending.promise;
      },
    };
    for (let count = 0; count < 30; count += 1) await shop().enqueue("mixed", "quick");
    await shop().enqueue("mixed", "slow");
    for (let count = 0; count < 3; count += 1) await shop().enqueue("mixed", "after it");
    shop().run({ mixed }, { slots: { builds: 1 } });
    await until(() => order.includes("slow"));
    shop().run({ mixed }, { slots: { builds: 1 } });
    await until(async () => (await shop().jobs()).length === 1);
    expect(order.filter((name) => name === "after it")).toHaveLength(3);
    ending.resolve();
    await shop().drain();
  });

  test("two runners share the work, and each job is done once", async () => {
    const names = Array.from({ length: 300 }, (_, index) => String(index).padStart(3, "0"));
    for (let count = 0; count < 2; count += 1) shop().run({ leave });
    await Promise.all(names.map((name) => shop().enqueue("leave", name)));
    await shop().allDone();
    expect(await shop().effects()).toEqual(names);
    expect(shop().lines()).toEqual([]);
  });
});

onBothEngines("a recurring job", (engine) => {
  const shop = useWorkshop(engine);

  const recurring = [{ name: "sweep", everyMs: 60_000, job: jobType<null>("sweep", "upkeep") }];

  test("runs once an interval, however many runners there are", async () => {
    let runs = 0;
    const sweep: JobKind<null> = {
      maxAttempts: 3,
      async run() {
        runs += 1;
      },
    };
    for (let count = 0; count < 3; count += 1) shop().run({ sweep }, { recurring });
    await Bun.sleep(100);
    expect(runs).toBe(0);
    for (let interval = 1; interval <= 3; interval += 1) {
      shop().advance(60_000);
      await until(() => runs === interval);
      await Bun.sleep(80);
      expect(runs).toBe(interval);
    }
    expect(await shop().jobs()).toMatchObject([
      { tenant_id: "installation", job_id: "job_sweep", attempts: 0, claimed_by: null },
    ]);
  });

  test("is never a dead letter: after its last attempt it waits for its next turn", async () => {
    const attempts: number[] = [];
    const sweep: JobKind<null> = {
      maxAttempts: 2,
      async run({ attempt }) {
        attempts.push(attempt);
        if (attempts.length <= 2) throw new Error("not now");
      },
    };
    shop().run({ sweep }, { recurring });
    await until(async () => (await shop().jobs()).length === 1);
    for (const wait of [60_000, 2_000]) {
      const before = attempts.length;
      shop().advance(wait);
      await until(async () => attempts.length > before && (await shop().jobs())[0]?.claimed_by === null);
    }
    const [job] = await shop().jobs();
    expect(job).toMatchObject({ attempts: 0, dead_at: null, last_error: "Error: not now" });
    expect((job?.due_at as number) - shop().clock()).toBeGreaterThan(50_000);
    shop().advance(60_000);
    await until(async () => attempts.length === 3 && (await shop().jobs())[0]?.claimed_by === null);
    expect(attempts).toEqual([1, 2, 1]);
    expect(await shop().jobs()).toMatchObject([{ last_error: null }]);
  });

  test("comes back when its row is gone, as after restoring an older backup", async () => {
    const sweep: JobKind<null> = { maxAttempts: 3, run: async () => {} };
    shop().run({ sweep }, { recurring, ensureEveryMs: 100 });
    await until(async () => (await shop().jobs()).length === 1);
    await shop().forgetJobs();
    await until(async () => (await shop().jobs()).length === 1);
  });
});
