import { afterEach, beforeEach, expect, test } from "bun:test";
import type { JobKind } from "../server/jobs/job";
import { onBothEngines } from "./support/engines";
import { enqueue, until, Workshop } from "./support/jobs";

onBothEngines("jobs", (engine) => {
  let shop: Workshop;
  beforeEach(async () => {
    shop = await Workshop.open(engine);
  }, 60_000);
  afterEach(() => shop.close());

  test("a job is enqueued with the change it belongs to, or not at all", async () => {
    const ran: unknown[] = [];
    const note: JobKind<string> = {
      maxAttempts: 1,
      run: async (_, payload) => {
        ran.push(payload);
      },
    };
    shop.run({ note });
    const refused = shop.change(async (ctx) => {
      await enqueue(ctx, "note", "of a change that failed");
      throw new Error("changed its mind");
    });
    expect(refused).rejects.toThrow("changed its mind");
    await shop.enqueue("note", { of: "a change that is there" });
    await until(async () => (await shop.jobs()).length === 0 && ran.length > 0);
    expect(ran).toEqual([{ of: "a change that is there" }]);
  });
});
