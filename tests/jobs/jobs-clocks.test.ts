import { expect, test } from "bun:test";
import { type JobKind, jobType } from "../../server/jobs/job";
import { onBothEngines } from "../support/database/engines";
import { enqueue, leave, leaveEffect, until, useWorkshop } from "../support/service/jobs";
import { testSite } from "../support/service/site";

const hourMs = 3_600_000;
const delayMs = 300;
/** Wide for a busy machine, and far from an hour. */
const patienceMs = 8_000;

onBothEngines("a clock that is wrong", (engine) => {
  const shop = useWorkshop(engine);

  /** A kind that waits in the middle of its first run until told to go on. */
  function pausing() {
    const paused = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const kind: JobKind<string> = {
      maxAttempts: 5,
      async run(ctx, name) {
        await ctx.step((writing) => leaveEffect(writing, `${name} begun by ${ctx.attempt}`));
        paused.resolve();
        await goOn.promise;
        await ctx.finish((writing) => leaveEffect(writing, `${name} finished by ${ctx.attempt}`));
      },
    };
    return { kind, paused: paused.promise, goOn: goOn.resolve };
  }

  for (const [which, offMs] of Object.entries({ ahead: hourMs, behind: -hourMs })) {
    test(`a process whose clock is an hour ${which} neither delays jobs of others, nor runs them early or twice`, async () => {
      const { db, newId } = shop();
      const wrong = () => shop().clock() + offMs;
      const wrongly = (kind: string, name: string, afterMs = 0) =>
        db.transaction((tx) =>
          enqueue({ db: tx, dialect: db.dialect, tenantId: "tenant_a", now: wrong(), newId, site: testSite }, kind, name, {
            afterMs,
          }),
        );
      const { kind, paused, goOn } = pausing();
      const leases = { leaseMs: 800 };
      shop().run({ leave, pausing: kind }, leases);
      shop().run({ leave, pausing: kind }, { ...leases, clock: wrong });
      await wrongly("pausing", "long");
      await paused;
      const from = performance.now();
      await Promise.all([
        wrongly("leave", "delayed there", delayMs),
        shop().enqueue("leave", "delayed here", { afterMs: delayMs }),
      ]);
      await wrongly("leave", "at once");
      await until(async () => (await shop().effects()).includes("at once"));
      await until(async () => (await shop().effects()).length === 4, patienceMs);
      expect(performance.now() - from).toBeGreaterThan(delayMs - 5);
      expect(await shop().effects()).toEqual(["at once", "delayed here", "delayed there", "long begun by 1"]);
      goOn();
      await shop().allDone();
      expect(await shop().effects()).toContain("long finished by 1");
      expect(await shop().effects()).toHaveLength(5);
    });
  }

  test("the machine's clock is set back an hour: a delayed job waits for its own delay, not for the hour", async () => {
    shop().run({ leave });
    await shop().enqueue("leave", "delayed", { afterMs: delayMs });
    shop().advance(-hourMs);
    await until(async () => (await shop().effects()).length === 1, patienceMs);
  });

  test("the machine's clock is set back an hour while nothing runs: the next start makes up for it", async () => {
    await shop().enqueue("leave", "delayed", { afterMs: delayMs });
    await shop().enqueue("leave", "ready");
    shop().advance(-hourMs);
    shop().run({ leave });
    await until(async () => (await shop().effects()).length === 2, patienceMs);
    expect(await shop().jobs()).toEqual([]);
  });

  test("the machine's clock is set forward or back an hour: what runs is not run twice, what recurs goes on", async () => {
    const { kind, paused, goOn } = pausing();
    let runs = 0;
    const sweep: JobKind<null> = {
      maxAttempts: 3,
      async run() {
        runs += 1;
      },
    };
    const recurring = [{ name: "sweep", everyMs: 100, job: jobType<null>("sweep", "upkeep") }];
    await shop().enqueue("pausing", "long");
    for (let count = 0; count < 2; count += 1) shop().run({ pausing: kind, sweep }, { recurring, leaseMs: 800 });
    await paused;
    for (const stepMs of [hourMs, -hourMs, -hourMs]) {
      shop().advance(stepMs);
      const before = runs;
      await until(() => runs > before + 2, patienceMs);
    }
    expect(await shop().effects()).toEqual(["long begun by 1"]);
    goOn();
    await until(async () => (await shop().effects()).length > 1);
    expect(await shop().effects()).toEqual(["long begun by 1", "long finished by 1"]);
  });
});
