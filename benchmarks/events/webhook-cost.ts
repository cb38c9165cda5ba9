import { clientOf } from "../audiences";
import type { Claim } from "../claim";
import { describeSpread, spread } from "../turns";
import { localWebhooks, startReceiver } from "./receiver";

const atMost = 1.3;
const subscriptions = 10;
const callers = 16;
const createsPerCaller = 200;

/** What a creation takes while ten subscriptions want it, against none, in turns. */
export const webhookCost: Claim = {
  name: "webhook-cost",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using receiver = await startReceiver();
    await using foyer = await stage.startFoyer(localWebhooks);
    const client = clientOf(foyer);
    const ids: string[] = [];
    for (let count = 0; count < subscriptions; count += 1) {
      const body = { url: receiver.url, events: ["topic.created"], active: false };
      ids.push((await client.createWebhookSubscription({ body })).subscriptionId);
    }
    const activate = async (active: boolean) => {
      for (const subscription_id of ids)
        await client.updateWebhookSubscription({ params: { subscription_id }, body: { active } });
    };
    const createMany = async (): Promise<number> => {
      const started = performance.now();
      const call = async () => {
        for (let count = 0; count < createsPerCaller; count += 1) await client.createTopic({ body: { title: "T" } });
      };
      await Promise.all(Array.from({ length: callers }, call));
      return performance.now() - started;
    };
    await createMany();
    const ratios: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      const without = await createMany();
      await receiver.mode("take");
      await activate(true);
      ratios.push((await createMany()) / without);
      await receiver.has(subscriptions * callers * createsPerCaller);
      await activate(false);
    }
    const ratio = spread(ratios);
    return {
      title: `a create with ${subscriptions} subscriptions against none, ${stage.databaseVersion}`,
      toReach: `≤ ${atMost} times`,
      measured: describeSpread(ratio),
      reached: ratio.median <= atMost,
      failed: 0,
      floor: "",
      ours: `${ratios.length} rounds`,
      details: { ratios },
    };
  },
};
