import { createServer, type Socket } from "node:net";
import { createClient } from "../../client";
import { openDatabase } from "../../server/storage/open";
import { createTenant } from "../../tests/support/service/tenants";
import { addAudiences, addPageWithTopics, clientOf } from "../audiences";
import type { Claim } from "../claim";
import { describeSpread, spread } from "../turns";
import { localWebhooks, startReceiver } from "./receiver";

const atMostLagMs = 2_000;
const atMostTimes = 1.2;
/** As many as a tenant may have. The live one and the builds are of other tenants. */
const deadReceivers = 100;
const versionsPerRound = 50;
const warmUp = 20;
const idleMs = 20;

/** How late a live receiver is beside dead ones, and what a version takes then against none of them, in turns. */
export const webhookFairness: Claim = {
  name: "webhook-fairness",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using receiver = await startReceiver();
    await using silent = await startSilentReceiver();
    await using foyer = await stage.startFoyer(localWebhooks);
    const client = clientOf(foyer);
    const pageId = await addPageWithTopics(client);
    const [audienceId = ""] = await addAudiences(client, pageId, stage.personIds.slice(0, 1));
    const params = { page_id: pageId, audience_id: audienceId };
    const db = openDatabase({ databaseUrl: stage.databaseUrl, dataFolder: stage.folder });
    const newTenant = async (name: string) => {
      const { api } = await createTenant({ db, origin: foyer.origin }, `${name} ${Date.now()}`);
      return createClient({ url: foyer.origin, apiKey: api.key });
    };
    const [live, failing] = [await newTenant("live"), await newTenant("failing")];
    await db.close();
    await live.createWebhookSubscription({ body: { url: receiver.url, events: ["person.created"] } });
    const dead: string[] = [];
    for (let count = 0; count < deadReceivers; count += 1) {
      const body = { url: silent.url, events: ["topic.created"], active: false };
      dead.push((await failing.createWebhookSubscription({ body })).subscriptionId);
    }
    const activate = async (active: boolean) => {
      for (const subscription_id of dead)
        await failing.updateWebhookSubscription({ params: { subscription_id }, body: { active } });
    };
    const sentAt = new Map<string, number>();
    const buildMany = async (versions: number): Promise<number[]> => {
      const takenMs: number[] = [];
      for (let version = 0; version < versions; version += 1) {
        await Bun.sleep(idleMs);
        await failing.createTopic({ body: { title: "T" } });
        const name = `lag ${sentAt.size}`;
        sentAt.set(name, Date.now());
        await live.createPerson({ body: { name } });
        const started = performance.now();
        let { versionId, publishedAt } = await client.createAudienceVersion({ params });
        const named = { ...params, version_id: versionId };
        while (publishedAt === null) ({ publishedAt } = await client.getAudienceVersion({ params: named }));
        takenMs.push(performance.now() - started);
      }
      return takenMs;
    };
    await buildMany(warmUp);
    const ratios: number[] = [];
    const lagsMs: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      const without = await buildMany(versionsPerRound);
      await receiver.has(sentAt.size);
      await receiver.mode("take");
      sentAt.clear();
      await activate(true);
      ratios.push(spread(await buildMany(versionsPerRound)).median / spread(without).median);
      const { takenAt } = await receiver.has(sentAt.size);
      for (const [name, at] of sentAt) lagsMs.push((takenAt[name] ?? Number.POSITIVE_INFINITY) - at);
      await activate(false);
      await receiver.mode("take");
      sentAt.clear();
    }
    const ratio = spread(ratios);
    const lagP99Ms = lagsMs.sort((one, other) => one - other)[Math.floor(lagsMs.length * 0.99)] as number;
    return {
      title: `a live receiver and builds beside ${deadReceivers} dead receivers, ${stage.databaseVersion}`,
      toReach: `p99 lag < ${atMostLagMs / 1_000} s, builds ≤ ${atMostTimes} times`,
      measured: `${lagP99Ms} ms, ${describeSpread(ratio)} times`,
      reached: lagP99Ms < atMostLagMs && ratio.median <= atMostTimes,
      failed: 0,
      floor: "",
      ours: `${lagsMs.length} versions and changes, ${silent.connections()} connections to the dead`,
      details: { ratios, lagsMs },
    };
  },
};

interface SilentReceiver extends AsyncDisposable {
  url: string;
  connections(): number;
}

/** Takes connections and never answers. */
async function startSilentReceiver(): Promise<SilentReceiver> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on("error", () => {})));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
