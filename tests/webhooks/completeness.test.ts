import { expect, test } from "bun:test";
import { openDatabase } from "../../server/storage/open";
import { sql } from "../../server/storage/sql";
import { killNodes } from "../campaigns/webhooks/campaign";
import { createStorage, onBothEngines, type Storage } from "../support/database/engines";

onBothEngines("completeness", (engine) => {
  test("receiver and feed have every committed event and none that was rolled back, while nodes are killed", async () => {
    const storage = await createStorage(engine, { hasTables: true });
    const { committed, rolledBack } = await killNodes(storage, {
      changes: 400,
      kills: 2,
      nodes: engine === "sqlite" ? 1 : 2,
      random: Math.random,
    });
    expect([committed > 200, rolledBack > 40]).toEqual([true, true]);
    // A receiver may get a request twice, but an event has one delivery to a subscription.
    expect(await countDeliveries(storage)).toEqual([{ deliveries: committed, events: committed }]);
    await storage.remove();
  });
});

/** Of each subscription. */
async function countDeliveries(storage: Storage): Promise<unknown> {
  const db = openDatabase(storage);
  const counted = await db.all<{ deliveries: number; events: number }>(sql`
    SELECT count(*) AS deliveries, count(DISTINCT event_id) AS events FROM webhook_deliveries GROUP BY subscription_id`);
  await db.close();
  return counted.map(({ deliveries, events }) => ({ deliveries: Number(deliveries), events: Number(events) }));
}
