import { clientOf } from "../audiences";
import type { Claim } from "../claim";
import { describeSpread, spread } from "../turns";
import { localWebhooks, startReceiver } from "./receiver";

const atMostMs = 30;
const changesPerRound = 40;
const idleMs = 50;

/** From sending a change until its webhook is received, with nothing else to do. */
export const webhookLag: Claim = {
  name: "webhook-lag",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using receiver = await startReceiver();
    await using foyer = await stage.startFoyer(localWebhooks);
    const client = clientOf(foyer);
    await client.createWebhookSubscription({ body: { url: receiver.url, events: ["person.created"] } });
    // The stage was filled while nothing ran: its events get their positions first.
    await client.createPerson({ body: { name: "before" } });
    await receiver.has(1);
    await receiver.mode("take");
    const sentAt = new Map<string, number>();
    for (let count = 0; count < bench.rounds * changesPerRound; count += 1) {
      await Bun.sleep(idleMs);
      const name = `lag ${count}`;
      sentAt.set(name, Date.now());
      await client.createPerson({ body: { name } });
    }
    const { takenAt } = await receiver.has(sentAt.size);
    const lag = spread([...sentAt].map(([name, at]) => (takenAt[name] ?? Number.POSITIVE_INFINITY) - at));
    return {
      title: `change to received, ${stage.databaseVersion}`,
      toReach: `median ≤ ${atMostMs} ms`,
      measured: `${describeSpread(lag)} ms`,
      reached: lag.median <= atMostMs,
      failed: 0,
      floor: "",
      ours: `${sentAt.size} changes`,
      details: { lag },
    };
  },
};
