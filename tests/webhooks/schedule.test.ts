import { describe, expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { isHopeless, scheduleMs, waitMs } from "../../server/webhooks/schedule";
import { onBothEngines } from "../support/database/engines";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

const hourMs = 3_600_000;
const secondTryMs = 5_000;
const thirdTryMs = 300_000;
const jitter = 0.1;

describe("a receiver that fails", () => {
  const failingSince = 1_763_164_800_000;
  /** Whether its subscription is disabled so long after the first failure, when an event's delivery fails again. */
  const isDisabled = (afterMs: number, eventAfterMs: number, deliveries: number) =>
    isHopeless(
      { failing_since: failingSince, failed_deliveries: deliveries },
      failingSince + eventAfterMs,
      failingSince + afterMs,
    );

  test("is disabled after 120 hours, and not a moment earlier", () => {
    const after = [0, 119 * hourMs, 120 * hourMs - 1, 120 * hourMs, 121 * hourMs, 1_000 * hourMs];
    expect(after.map((ms) => isDisabled(ms, 12 * hourMs, 3))).toEqual([false, false, false, true, true, true]);
  });

  test("is disabled when the events of its deliveries are 12 hours apart, and not when they are nearer", () => {
    const apart = [0, 11 * hourMs, 12 * hourMs - 1, 12 * hourMs, 13 * hourMs];
    expect(apart.map((ms) => isDisabled(120 * hourMs, ms, 3))).toEqual([false, false, false, true, true]);
  });

  test("is disabled for three deliveries, and not for two", () => {
    expect([0, 1, 2, 3, 4].map((count) => isDisabled(120 * hourMs, 12 * hourMs, count))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test("is never disabled after a success", () => {
    expect(isHopeless({ failing_since: null, failed_deliveries: 3 }, failingSince, failingSince + 1_000 * hourMs)).toBe(false);
  });

  test("is tried again after the planned wait and up to a tenth more, spread over that range", () => {
    for (const [tries, plannedMs] of scheduleMs.entries()) {
      if (tries === 0) continue;
      const shares = Array.from({ length: 1_000 }, () => waitMs(tries, undefined, failingSince) / plannedMs - 1);
      expect(Math.min(...shares)).toBeWithin(0, jitter / 10);
      expect(Math.max(...shares)).toBeWithin(0.9 * jitter, jitter + 0.001);
    }
  });

  test("is not tried again before it asks for, nor before the planned wait", () => {
    const asked = [waitMs(2, "600", failingSince), waitMs(2, "1", failingSince), waitMs(2, "soon", failingSince)];
    expect(asked[0]).toBe(600_000);
    for (const ms of asked.slice(1)) expect(ms).toBeWithin(thirdTryMs, thirdTryMs * (1 + jitter) + 1);
  });
});

onBothEngines("deliveries that failed together", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });

  test("are not tried again together, but spread over a tenth of the wait", async () => {
    const { api } = service();
    const count = 20;
    const receiver = await Receiver.start();
    receiver.answer(500);
    const body = { url: receiver.url, events: ["topic.created"] };
    const params = { subscription_id: (await api.call("createWebhookSubscription", { body })).subscriptionId };
    for (let index = 0; index < count; index += 1) await api.call("createTopic", { body: { title: `T${index}` } });
    const list = async () => (await api.call("listWebhookDeliveries", { params, query: { limit: count } })).items;
    const tried = (tries: number) =>
      until(async () => (await list()).filter(({ triesMade }) => triesMade === tries).length === count);
    await tried(1);
    // Time may go on once the job waits for the next try.
    const running = sql`SELECT 1 AS found FROM jobs WHERE claimed_by IS NOT NULL AND tenant_id <> 'installation' LIMIT 1`;
    await until(async () => (await service().db.first(running)) === undefined);
    service().advance(secondTryMs * (1 + jitter));
    await tried(2);
    await receiver.stop();
    const due = (await list()).map(({ nextTryAt }) => Number(nextTryAt));
    // Without the jitter they would be as far apart as this test takes for them.
    expect(Math.max(...due) - Math.min(...due)).toBeGreaterThan((thirdTryMs * jitter) / 3);
  });
});
