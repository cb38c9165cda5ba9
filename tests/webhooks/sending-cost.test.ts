import { afterEach, beforeEach, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import type { Reader } from "../../server/storage/port";
import { type Sql, sql } from "../../server/storage/sql";
import { BodiesAhead } from "../../server/webhooks/deliveries/bodies-ahead";
import { DeliveryBodies } from "../../server/webhooks/deliveries/delivery-bodies";
import type { DueDelivery } from "../../server/webhooks/deliveries/delivery-rows";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const maxOpenOfOne = 204;
/** So long that no pause of a busy machine, or of the garbage collection, ends what is kept ahead. */
const keptMs = 60_000;

onBothEngines("what sending costs", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });
  let receiver: Receiver;
  const held: ServerResponse[] = [];
  beforeEach(async () => {
    receiver = await Receiver.start();
    held.length = 0;
  });
  afterEach(async () => {
    for (const response of held) response.end();
    await receiver.stop();
  });

  async function subscribed(count: number) {
    const { api } = await createTenant(service(), crypto.randomUUID());
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const body = { url: `${receiver.url}/${index}`, events: ["topic.created"] };
      ids.push((await api.call("createWebhookSubscription", { body })).subscriptionId);
    }
    return { api, ids, happen: () => api.call("createTopic", { body: { title: "T" } }) };
  }

  test("while receivers don't answer, nothing is written for them", async () => {
    const { happen } = await subscribed(20);
    receiver.answering = (_, response) => held.push(response);
    await happen();
    await until(() => held.length === 20);
    const { rows } = await recordQueries(service().db, () => Bun.sleep(2_000));
    expect(rows.length).toBeLessThan(20);
  });

  test("the bodies of a backlog are read many at a time, and long ones arrive whole", async () => {
    const { api, ids, happen } = await subscribed(1);
    const { db } = service();
    receiver.answering = (_, response) => held.push(response);
    await happen();
    await until(() => held.length === 1);
    const purposes = Array.from({ length: 99 }, (_, index) => `${index} ${index % 50 === 49 ? "x".repeat(17_000) : ""}`);
    for (const purpose of purposes) await api.call("createTopic", { body: { title: "T", purpose } });
    const waiting = () =>
      db.all<DueDelivery & { tenant_id: string }>(sql`
        SELECT tenant_id, delivery_id, event_id, purpose FROM webhook_deliveries
        WHERE subscription_id = ${ids[0] as string} AND state = 'pending' ORDER BY delivery_id`);
    await until(async () => (await waiting()).length === 100);
    const queue = await waiting();
    let reads = 0;
    const counted: Reader = {
      first: db.first,
      all<Row>(query: Sql) {
        reads += 1;
        return db.all<Row>(query);
      },
    };
    const bodies = new BodiesAhead(new DeliveryBodies(), counted, queue[0]?.tenant_id as string, keptMs);
    for (let delivery = queue.shift(); delivery; delivery = queue.shift()) {
      const body = await bodies.bodyOf(delivery, queue);
      expect(typeof body === "object" ? await bodies.longBodyOf(delivery) : body).toContain('"type":"topic.created"');
    }
    expect(reads).toBeLessThan(8);
    receiver.answering = (_, response) => response.end();
    held.shift()?.end();
    const delivered = await receiver.has(100);
    expect(
      delivered
        .slice(1)
        .map(({ body }) => JSON.parse(body).data.purpose)
        .sort(),
    ).toEqual(purposes.sort());
  });

  test("kept answers are not read for the next try, and the last twenty tries are kept", async () => {
    const { api, ids, happen } = await subscribed(1);
    const params = { subscription_id: ids[0] as string };
    receiver.answer(500, { "webhook-delivery": "abort-message" }, "x".repeat(20_000));
    await happen();
    const newest = async () => (await api.call("listWebhookDeliveries", { params })).items[0];
    const { texts } = await recordQueries(service().db, async () => {
      await until(async () => (await newest())?.triesMade === 1);
      const delivery_id = (await newest())?.deliveryId as string;
      for (let made = 1; made < 19; made += 1) {
        await api.call("redeliverWebhookDelivery", { params: { ...params, delivery_id } });
        await until(async () => (await newest())?.triesMade === made + 1);
      }
    });
    const shown = /\btries FROM webhook_deliveries WHERE tenant_id = \? AND subscription_id = \? AND state/;
    expect([...texts].filter((text) => shown.test(text.replace(/\s+/g, " ")))).toEqual([]);
    const delivery_id = (await newest())?.deliveryId as string;
    for (let made = 19; made < 23; made += 1) {
      receiver.answer(made === 22 ? 200 : 400, {}, String(made));
      await api.call("redeliverWebhookDelivery", { params: { ...params, delivery_id } });
      await until(async () => (await newest())?.triesMade === made + 1);
    }
    const { tries, state } = await api.call("getWebhookDelivery", { params: { ...params, delivery_id } });
    expect([tries.length, state]).toEqual([20, "succeeded"]);
    expect(tries.slice(-4).map(({ answer }) => answer)).toEqual(["19", "20", "21", "22"]);
    expect(tries[0]?.answer).toBe("x".repeat(16_384));
  });

  test("long answers are kept whole of the newest hundred deliveries, and shortened of older ones", async () => {
    const { api, ids, happen } = await subscribed(1);
    const params = { subscription_id: ids[0] as string };
    const taken = async (count: number) => {
      await receiver.has(count);
      await until(
        async () => (await api.call("listWebhookDeliveries", { params, query: { state: "pending" } })).items.length === 0,
      );
    };
    receiver.answer(200, {}, "x".repeat(20_000));
    for (let count = 0; count < 120; count += 1) await happen();
    await taken(120);
    receiver.answer(400, { "webhook-delivery": "abort-message" }, "y".repeat(20_000));
    for (let count = 0; count < 10; count += 1) await happen();
    await taken(130);
    const lengths = await service().db.all<{ length: number }>(sql`
      SELECT length(tries) AS length FROM webhook_deliveries WHERE subscription_id = ${params.subscription_id}
      ORDER BY delivery_id DESC`);
    expect(lengths.map(({ length }) => length > 16_000)).toEqual(Array.from({ length: 130 }, (_, index) => index < 100));
    const answerOf = async (delivery_id: string) =>
      (await api.call("getWebhookDelivery", { params: { ...params, delivery_id } })).tries[0]?.answer;
    const listed: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await api.call("listWebhookDeliveries", { params, query: { limit: 100, ...(cursor && { cursor }) } });
      listed.push(...page.items.map(({ deliveryId }) => deliveryId));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(await answerOf(listed[0] as string)).toBe("y".repeat(16_384));
    expect(await answerOf(listed[129] as string)).toBe("x".repeat(1_000));
  });

  test("an answer that is made to be slow to search costs hardly more than a short one", async () => {
    const costMs = async (answer: string) => {
      const { api, ids, happen } = await subscribed(1);
      const params = { subscription_id: ids[0] as string };
      receiver.answer(410, {}, answer);
      const before = process.cpuUsage();
      await happen();
      await until(async () => !(await api.call("getWebhookSubscription", { params })).active);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    const leastMs = async (answer: string) => Math.min(await costMs(answer), await costMs(answer), await costMs(answer));
    const usualMs = await leastMs("gone");
    expect((await leastMs("a".repeat(16_384))) / usualMs).toBeLessThan(5);
  });

  test("a subscription that is deleted while it is sent to leaves nothing of its health", async () => {
    const { api, ids, happen } = await subscribed(1);
    receiver.answering = (_, response) => held.push(response);
    await happen();
    await until(() => held.length === 1);
    await api.call("deleteWebhookSubscription", { params: { subscription_id: ids[0] as string } });
    held[0]?.writeHead(500).end();
    const { db } = service();
    await until(async () => {
      const [row] = await db.all<{ tries_made: number }>(sql`
        SELECT tries_made FROM webhook_deliveries WHERE subscription_id = ${ids[0] as string}`);
      return row?.tries_made === 1;
    });
    expect(await db.all(sql`SELECT 1 FROM webhook_health WHERE subscription_id = ${ids[0] as string}`)).toEqual([]);
  });

  test("a tenant's receivers of very long bodies hold few of them at a time, and its short bodies are sent meanwhile", async () => {
    const { api } = await createTenant(service(), crypto.randomUUID());
    const subscribe = (path: string, type: string) =>
      api.call("createWebhookSubscription", { body: { url: `${receiver.url}/${path}`, events: [type] } });
    for (let index = 0; index < 20; index += 1) await subscribe(`${index}`, "account_log.created");
    await subscribe("short", "topic.created");
    const { accountId } = await api.call("createAccount", { body: { domain: "a.example", name: "A" } });
    const short: string[] = [];
    receiver.answering = ({ path }, response) => {
      if (path.endsWith("/short")) short.push(path);
      held.push(response);
    };
    const payload = { text: "x".repeat(1_000_000) };
    await api.call("createAccountLog", { params: { account_id: accountId }, body: { source: "s", type: "t", payload } });
    await until(() => held.length >= 7);
    await api.call("createTopic", { body: { title: "T" } });
    await until(() => short.length === 1);
    expect(held.length - short.length).toBeWithin(7, 12);
    receiver.answering = (_, response) => response.end();
    for (const response of held) response.end();
    await receiver.has(21);
  });

  test("one tenant has at most four fifths of the open requests, and another one is sent to at once", async () => {
    const { happen } = await subscribed(30);
    const answered = new Map<string, number>();
    const first: ServerResponse[] = [];
    receiver.answering = ({ path }, response) => {
      const before = answered.get(path) ?? 0;
      answered.set(path, before + 1);
      // The first waits until all are due, and the next succeed, so that each receiver may have ten open.
      if (before === 0) first.push(response);
      else if (before < 15) response.end();
      else held.push(response);
    };
    for (let count = 0; count < 30; count += 1) await happen();
    await until(() => first.length === 30);
    for (const response of first) response.end();
    await until(() => held.length >= maxOpenOfOne);
    await Bun.sleep(500);
    expect(held).toHaveLength(maxOpenOfOne);
    const other = await Receiver.start();
    const { api } = await createTenant(service(), crypto.randomUUID());
    await api.call("createWebhookSubscription", { body: { url: other.url, events: ["topic.created"] } });
    await api.call("createTopic", { body: { title: "T" } });
    await other.has(1);
    expect(held).toHaveLength(maxOpenOfOne);
    await other.stop();
  });
});
