import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";
import { runJob } from "../support/service/work";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const retentionMs = 30 * 24 * hourMs;
/** Until the second try, with the most that it may be later. */
const secondTryMs = 5_500;

onBothEngines("deliveries", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  afterAll(() => receiver.stop());

  test("an event reaches its subscriber, signed as the public package verifies", async () => {
    const { api } = service();
    const { secret } = await api.call("createWebhookSubscription", { body: { url: receiver.url, events: ["person.created"] } });
    const person = await api.call("createPerson", { body: { name: "Ada", email: "ada@acme.example" } });
    const [delivered] = await receiver.has(1);
    const verified = new Webhook(secret as string).verify(delivered?.body as string, delivered?.headers ?? {});
    expect(verified).toEqual({ type: "person.created", timestamp: person.createdAt, data: person });
    const event = await api.call("getEvent", { params: { event_id: delivered?.headers["webhook-id"] as string } });
    expect(event).toMatchObject({ type: "person.created", subjectId: person.personId, actor: { type: "key" } });
    expect(event.position).toBeGreaterThan(0);
  });

  test("are kept for 30 days and then removed, whatever became of them", async () => {
    const { api, db, clock } = service();
    const own = await Receiver.start();
    const body = { url: own.url, events: ["topic.created"] };
    const params = { subscription_id: (await api.call("createWebhookSubscription", { body })).subscriptionId };
    const list = async () => (await api.call("listWebhookDeliveries", { params })).items;
    for (const status of [200, 503]) {
      own.answer(status, { "retry-after": "86400" });
      await api.call("createTopic", { body: { title: "T" } });
      await until(async () => (await list())[0]?.lastStatus === status);
    }
    const removeAt = async (now: number) => runJob(service(), "removeOldDeliveries", await tenantIdOf(db, api), null, now);
    await removeAt(clock() + retentionMs - minuteMs);
    expect((await list()).map(({ state }) => state)).toEqual(["pending", "succeeded"]);
    // The service has a recurring job for it.
    service().advance(retentionMs + minuteMs);
    await until(async () => (await list()).length === 0);
    await own.stop();
  });
});

onBothEngines("what an operator sees of webhooks", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers, isClockStopped: true });
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.stop());

  async function subscribed() {
    const { api } = await createTenant(service(), crypto.randomUUID());
    const body = { url: receiver.url, events: ["topic.created"] };
    const params = { subscription_id: (await api.call("createWebhookSubscription", { body })).subscriptionId };
    const happen = () => api.call("createTopic", { body: { title: "T" } });
    /** The states of its deliveries, the newest first. */
    const are = (...states: string[]) =>
      until(async () => {
        const { items } = await api.call("listWebhookDeliveries", { params });
        const isTried = items.every(({ triesMade }) => triesMade > 0);
        return isTried && `${items.map(({ state }) => state)}` === `${states}` && (await isIdle());
      });
    return { api, params, happen, are };
  }

  /** Time may go on once no job runs that has yet to say when it is due again. */
  async function isIdle(): Promise<boolean> {
    const running = sql`SELECT 1 AS found FROM jobs WHERE claimed_by IS NOT NULL AND tenant_id <> 'installation' LIMIT 1`;
    return (await service().db.first(running)) === undefined;
  }

  async function metrics(): Promise<Record<string, number>> {
    const text = await (await fetch(`${service().origin}/metrics`)).text();
    const values = [...text.matchAll(/^foyer_webhook_(\S+) (\S+)$/gm)];
    return Object.fromEntries(values.map(([, name, value]) => [name, Number(value)]));
  }

  test("metrics count open requests, tries, retries and how long after their events the first tries ended", async () => {
    const { happen, are } = await subscribed();
    const waiting: ServerResponse[] = [];
    receiver.answering = (_, response) => waiting.push(response);
    await happen();
    await until(() => waiting.length === 1);
    const none = { 'tries_total{outcome="succeeded"}': 0, 'tries_total{outcome="failed"}': 0, retries_total: 0 };
    const noLag = { lag_seconds_sum: 0, lag_seconds_count: 0, lag_seconds_max: 0 };
    expect(await metrics()).toEqual({ requests_open: 1, ...none, ...noLag });
    service().advance(3_000);
    waiting[0]?.end();
    await are("succeeded");
    receiver.answer(500);
    await happen();
    await are("pending", "succeeded");
    receiver.answer(200);
    service().advance(secondTryMs);
    await are("succeeded", "succeeded");
    const tries = { 'tries_total{outcome="succeeded"}': 2, 'tries_total{outcome="failed"}': 1, retries_total: 1 };
    const lag = { lag_seconds_sum: 3, lag_seconds_count: 2, lag_seconds_max: 3 };
    expect(await metrics()).toEqual({ requests_open: 0, ...tries, ...lag });
    expect(await metrics()).toMatchObject({ lag_seconds_sum: 3, lag_seconds_max: 0 });
  });

  test("deliveries are found by the type of their event and by their time, from its first moment up to the end", async () => {
    const { api } = await createTenant(service(), crypto.randomUUID());
    const body = { url: receiver.url, events: ["topic.created", "topic.deleted"] };
    const params = { subscription_id: (await api.call("createWebhookSubscription", { body })).subscriptionId };
    const list = async (query: object) => (await api.call("listWebhookDeliveries", { params, query })).items;
    const moments: number[] = [];
    for (const count of [1, 2]) {
      const { topicId } = await api.call("createTopic", { body: { title: "T" } });
      await api.call("deleteTopic", { params: { topic_id: topicId } });
      await until(async () => (await list({ state: "succeeded" })).length === 2 * count);
      moments.push(service().clock());
      service().advance(hourMs);
    }
    const [first, second] = moments as [number, number];
    const found = async (query: object) =>
      (await list(query)).map(({ eventType, createdAt }) => `${eventType} ${moments.indexOf(Number(createdAt)) + 1}`).sort();
    expect(await found({ eventType: "topic.deleted" })).toEqual(["topic.deleted 1", "topic.deleted 2"]);
    expect(await found({ from: `+${second}` })).toEqual(["topic.created 2", "topic.deleted 2"]);
    expect(await found({ from: `+${second + 1}` })).toEqual([]);
    expect(await found({ to: `+${second}` })).toEqual(["topic.created 1", "topic.deleted 1"]);
    expect(await found({ to: `+${first}` })).toEqual([]);
    expect(await found({ to: `+${first + 1}` })).toHaveLength(2);
    const both = { from: `+${first}`, to: `+${second}`, eventType: "topic.created", state: "succeeded" };
    expect(await found(both)).toEqual(["topic.created 1"]);
    expect(await found({ ...both, state: "failed" })).toEqual([]);
  });

  test("a subscription's lag is the age of its oldest pending delivery, and nothing when none is pending", async () => {
    const { api, params, happen, are } = await subscribed();
    const lagMs = async () => (await api.call("getWebhookSubscriptionDetails", { params })).health.lagMs;
    expect(await lagMs()).toBe(0);
    receiver.answer(503, { "retry-after": "86400" });
    await happen();
    await are("pending");
    service().advance(3 * hourMs);
    await happen();
    await are("pending", "pending");
    expect(await lagMs()).toBe(3 * hourMs);
    receiver.answer(200);
    service().advance(24 * hourMs);
    await are("succeeded", "succeeded");
    expect(await lagMs()).toBe(0);
  });
});
