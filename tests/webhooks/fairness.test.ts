import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { maxSubscriptions } from "../../contract/events/webhook-subscriptions";
import { laneSlots } from "../../server/jobs/lanes";
import { sql } from "../../server/storage/sql";
import { onTodaysEngine } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { buildVersion, makeAudience } from "../support/features/versions";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const deadReceivers = 100;
const events = 40;
/** One that waited for a dead one would wait 15 s. */
const atMostLagMs = 2_000;
/** On the slowest machine. */
const atMostLagEverMs = 7_500;

onTodaysEngine("dead receivers", (engine) => {
  const sockets = new Set<Socket>();
  let silent: Server;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    // It takes connections and never answers.
    silent = createServer((socket) => sockets.add(socket.on("error", () => {})));
    await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await receiver.stop();
  });
  // Stopped after the sockets are closed: it would wait for what is on its way to them.
  const service = useService(engine, { outgoingRules: localReceivers });

  test("a hundred of them add less than a fifth to the transactions while versions are built", async () => {
    const { api } = await createTenant(service(), "building");
    const place = await makeAudience(api);
    const transactionsOf = async () => {
      const { rows } = await recordQueries(service().db, async () => {
        for (let count = 0; count < 30; count += 1) await buildVersion(api, place);
      });
      return rows.length;
    };
    const { port } = silent.address() as { port: number };
    const body = { url: `http://127.0.0.1:${port}/`, events: ["topic.created"] };
    await buildVersion(api, place);
    const alone = await transactionsOf();
    for (let count = 0; count < 100; count += 1) await api.call("createWebhookSubscription", { body });
    sockets.clear();
    await api.call("createTopic", { body: { title: "T" } });
    await until(() => sockets.size >= 90, 10_000);
    const beside = await transactionsOf();
    expect(beside / alone).toBeLessThan(1.2);
  });

  test(`${deadReceivers} of them delay no live one: neither of the tenant that has almost all of them, nor of another`, async () => {
    const { api } = await createTenant(service(), "dead");
    const { port } = silent.address() as { port: number };
    const body = { url: `http://127.0.0.1:${port}/`, events: ["topic.created"] };
    const { api: other } = await createTenant(service(), "live");
    for (const tenant of [api, other]) {
      await tenant.call("createWebhookSubscription", { body: { url: receiver.url, events: ["topic.created"] } });
    }
    const worstLagMs = async () => {
      receiver.delivered.length = 0;
      for (let count = 0; count < events; count += 1) {
        for (const tenant of [api, other]) await tenant.call("createTopic", { body: { title: `T${count}` } });
        // One change after the other: how fast a burst is sent is the bench's to say.
        await until(() => receiver.delivered.length >= 2 * (count + 1), 60_000);
      }
      return Math.max(
        ...receiver.delivered.map(({ body: text, at }) => at - Number((JSON.parse(text) as { timestamp: string }).timestamp)),
      );
    };
    const aloneMs = await worstLagMs();
    // With its live one, the first tenant has as many as it may.
    for (let count = 1; count < deadReceivers; count += 1) await api.call("createWebhookSubscription", { body });
    await other.call("createWebhookSubscription", { body });
    sockets.clear();
    const besideMs = await worstLagMs();
    expect(sockets.size).toBeGreaterThan(deadReceivers / 2);
    // A machine that is busy delays both.
    expect(besideMs).toBeLessThan(Math.min(atMostLagMs + 3 * aloneMs, atMostLagEverMs));
  });

  test("at most ten requests are open to one receiver", async () => {
    const { api } = await createTenant(service(), "ten");
    const slow = await Receiver.start();
    const open = new Set<ServerResponse>();
    let most = 0;
    slow.answering = (_, response) => {
      most = Math.max(most, open.add(response).size);
      // Long enough for others to come, on a busy machine too.
      setTimeout(() => {
        open.delete(response);
        response.end();
      }, 200);
    };
    await api.call("createWebhookSubscription", { body: { url: slow.url, events: ["topic.created"] } });
    await Promise.all(Array.from({ length: 60 }, (_, count) => api.call("createTopic", { body: { title: `T${count}` } })));
    await slow.has(60);
    expect(most).toBe(10);
    await slow.stop();
  });
});

onTodaysEngine("slow receivers", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });

  test("of two tenants, as many as a tenant can have, delay no third tenant", async () => {
    const slow = await Receiver.start();
    const waiting: ServerResponse[] = [];
    slow.answering = (_, response) => waiting.push(response);
    const tenants = await Promise.all(["slow", "slow-too"].map((name) => createTenant(service(), name)));
    const body = { url: slow.url, events: ["topic.created"] };
    for (let count = 0; count < maxSubscriptions; count += 1) {
      for (const { api } of tenants) await api.call("createWebhookSubscription", { body });
    }
    const quick = await Receiver.start();
    const { api } = await createTenant(service(), "quick");
    await api.call("createWebhookSubscription", { body: { url: quick.url, events: ["topic.created"] } });
    for (const { api: busy } of tenants) await busy.call("createTopic", { body: { title: "T" } });
    await until(() => waiting.length >= 150, 14_000);
    await api.call("createTopic", { body: { title: "T" } });
    await quick.has(1);
    expect(waiting.filter(({ destroyed }) => destroyed)).toEqual([]);
    for (const response of waiting) response.end();
    await Promise.all([slow.stop(), quick.stop()]);
  });
});

onTodaysEngine("receivers that keep failing", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });
  const failuresUntilProbing = 5;

  test("get one request at a time after five failures, also when many were open before, until one succeeds", async () => {
    const { api, tenantId } = await createTenant(service(), "failing");
    const receiver = await Receiver.start();
    const open = new Set<ServerResponse>();
    let phase: "waiting" | "growing" | "turning" | "failing" = "waiting";
    let kept = 0;
    let mostWhileFailing = 0;
    const end = (status: number, response: ServerResponse) => {
      open.delete(response);
      response.writeHead(status).end();
    };
    receiver.answering = (_, response) => {
      open.add(response);
      if (phase === "growing" && open.size === 10) phase = "turning";
      if (phase === "growing") setTimeout(end, 40, 200, response);
      if (phase === "turning") {
        // Ten fail together, so that whatever comes afterwards was begun after their failures.
        kept += 1;
        if (kept < 10) return;
        phase = "failing";
        for (const each of open) end(500, each);
      } else if (phase === "failing") {
        mostWhileFailing = Math.max(mostWhileFailing, open.size);
        setTimeout(end, 40, 500, response);
      }
    };
    const body = { url: receiver.url, events: ["topic.created"] };
    const params = { subscription_id: (await api.call("createWebhookSubscription", { body })).subscriptionId };
    const happen = () => api.call("createTopic", { body: { title: "T" } });
    const failuresInARow = async () => (await api.call("getWebhookSubscriptionDetails", { params })).health.failuresInARow;
    await Promise.all(Array.from({ length: 60 }, happen));
    const deliveries = sql`SELECT 1 AS found FROM webhook_deliveries WHERE tenant_id = ${tenantId}`;
    await until(async () => (await service().db.all(deliveries)).length === 60);
    await until(() => open.size === 1);
    phase = "growing";
    for (const response of open) end(200, response);
    await receiver.has(60);
    await until(async () => (await failuresInARow()) >= failuresUntilProbing);
    await Promise.all(Array.from({ length: 10 }, happen));
    await receiver.has(70);
    expect(mostWhileFailing).toBe(1);
    receiver.answer(200);
    service().advance(10_000);
    await until(async () => (await failuresInARow()) === 0);
    await receiver.stop();
  });

  test("of one tenant hold half of the slots for such receivers at most, and so delay no live one", async () => {
    const count = 40;
    const { api, tenantId } = await createTenant(service(), "many");
    const [failing, live] = await Promise.all([Receiver.start(), Receiver.start()]);
    failing.answer(500);
    const happen = () => api.call("createTopic", { body: { title: "T" } });
    const subscribe = ({ url }: Receiver) => api.call("createWebhookSubscription", { body: { url, events: ["topic.created"] } });
    for (let index = 0; index < count; index += 1) await subscribe(failing);
    for (let index = 0; index < failuresUntilProbing; index += 1) await happen();
    const known = sql`SELECT 1 AS found FROM webhook_health WHERE tenant_id = ${tenantId} AND failures_in_a_row >= ${failuresUntilProbing}`;
    await until(async () => (await service().db.all(known)).length === count);
    await subscribe(live);
    const waiting: ServerResponse[] = [];
    failing.answering = (_, response) => waiting.push(response);
    await happen();
    await until(() => waiting.length >= laneSlots.probing / 2);
    await happen();
    await live.has(2);
    expect(waiting.filter(({ destroyed }) => !destroyed)).toHaveLength(laneSlots.probing / 2);
    await Promise.all([failing.stop(), live.stop()]);
  });
});
