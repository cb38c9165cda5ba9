import { Agent, request } from "node:http";
import { createIds } from "../../server/records/ids";
import { newSecret, signedHeaders, signingKey } from "../../server/webhooks/secrets/signature";
import { clientOf } from "../audiences";
import type { Claim } from "../claim";
import { localWebhooks, startReceiver } from "./receiver";

const toReach = { sqlite: 2_000, postgres: 1_500 };
const atLeast = 0.5;
const deliveries = 4_000;
const connections = 10;

/** A backlog that is sent to one receiver, beside a sender of the same signed requests that keeps nothing. */
export const webhookRate: Claim = {
  name: "webhook-rate",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using receiver = await startReceiver();
    await using foyer = await stage.startFoyer(localWebhooks);
    const client = clientOf(foyer);
    const body = { url: receiver.url, events: ["topic.created"] };
    const { subscriptionId } = await client.createWebhookSubscription({ body });
    const params = { subscription_id: subscriptionId };
    await receiver.mode("refuse");
    const since = `+${Date.now()}`;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let count = 0; count < deliveries / 20; count += 1) await client.createTopic({ body: { title: "T" } });
      }),
    );
    await receiver.has(deliveries);
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      await Bun.sleep(500);
      await receiver.mode("take");
      bare.push(await sendBare(receiver.url));
      await receiver.mode("take");
      await client.recoverWebhookDeliveries({ params, body: { since } });
      const { spanMs } = await receiver.has(deliveries);
      ours.push((deliveries / spanMs) * 1_000);
      if (round === bench.rounds - 1) break;
      await receiver.mode("refuse");
      await failAgain();
    }
    const [rate, floor] = [median(ours), median(bare)];
    return {
      title: `deliveries to one receiver, ${stage.databaseVersion}`,
      toReach: `≥ ${toReach[engine]}/s and ≥ ${atLeast} of a bare sender`,
      measured: `${rate.toFixed(0)}/s, ${(rate / floor).toFixed(2)}`,
      reached: rate >= toReach[engine] && rate / floor >= atLeast,
      failed: 0,
      floor: `${floor.toFixed(0)}/s`,
      ours: `${rate.toFixed(0)}/s`,
      details: { ours, bare },
    };

    /** Each is redelivered once and refused, so that the next round finds them failed. */
    async function failAgain(): Promise<void> {
      const ids: string[] = [];
      for await (const { deliveryId } of client.each("listWebhookDeliveries", { params, query: { limit: 100 } }))
        ids.push(deliveryId);
      const redeliver = async () => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop())
          await client.redeliverWebhookDelivery({ params: { ...params, delivery_id: id } });
      };
      await Promise.all(Array.from({ length: 20 }, redeliver));
      await receiver.has(deliveries);
    }
  },
};

async function sendBare(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const body = JSON.stringify({ type: "topic.created", timestamp: "+1763164800000", data: { title: "x".repeat(300) } });
  const key = signingKey(newSecret());
  const eventId = createIds(Date.now)("event");
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        "content-type": "application/json",
        "content-length": String(body.length),
        "user-agent": "Foyer-Webhooks/1",
        ...signedHeaders({ id: eventId, at: Date.now(), body }, [key]),
      };
      const sent = request(url, { method: "POST", agent, headers }, (answer) => answer.resume().on("end", resolve));
      sent.on("error", reject).end(body);
    });
  const started = performance.now();
  const sendMany = async () => {
    for (let count = 0; count < deliveries / connections; count += 1) await send();
  };
  await Promise.all(Array.from({ length: connections }, sendMany));
  agent.destroy();
  return (deliveries / (performance.now() - started)) * 1_000;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] as number;
}
