import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import type { WebhookDelivery } from "../../contract";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const scheduleMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

onBothEngines("deliveries that fail", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.stop());

  /** A tenant of its own with a subscription to new topics. */
  async function subscribed(name: string, events = ["topic.created"]) {
    const { api } = await createTenant(service(), `${name} ${crypto.randomUUID()}`);
    const subscription = await api.call("createWebhookSubscription", { body: { url: receiver.url, events } });
    const params = { subscription_id: subscription.subscriptionId };
    const list = async () => (await api.call("listWebhookDeliveries", { params })).items;
    const happen = () => api.call("createTopic", { body: { title: "T" } });
    const newest = async () => (await list())[0] as WebhookDelivery;
    /** The newest delivery once so many of its tries are written. */
    const tried = async (tries: number) => {
      await until(async () => (await newest())?.triesMade === tries);
      // Time may go on once the job waits for its next try, which it does a moment after the try is written.
      const running = sql`SELECT 1 AS found FROM jobs WHERE claimed_by IS NOT NULL AND tenant_id <> 'installation' LIMIT 1`;
      await until(async () => (await service().db.first(running)) === undefined);
      return api.call("getWebhookDelivery", { params: { ...params, delivery_id: (await newest()).deliveryId } });
    };
    return { api, subscription, params, list, happen, newest, tried };
  }

  test("are tried ten times on the schedule, with the same id and body, and then given up", async () => {
    const { happen, tried } = await subscribed("schedule");
    receiver.answer(500, {}, "broken");
    await happen();
    for (const [index, waitMs] of scheduleMs.entries()) {
      const before = service().clock();
      const { nextTryAt, state, lastStatus, lastError } = await tried(index + 1);
      expect({ state, lastStatus, lastError }).toEqual({ state: "pending", lastStatus: 500, lastError: "http_status" });
      const plannedMs = Number(nextTryAt) - before;
      expect(plannedMs).toBeGreaterThan(waitMs - 2_000);
      expect(plannedMs).toBeLessThan(waitMs * 1.1 + 2_000);
      service().advance(waitMs * 1.1 + 1_000);
    }
    const { state, nextTryAt, tries } = await tried(10);
    expect({ state, nextTryAt }).toEqual({ state: "failed", nextTryAt: null });
    expect(tries.map(({ status, answer }) => [status, answer])).toEqual(Array(10).fill([500, "broken"]));
    expect(new Set(receiver.delivered.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`)).size).toBe(1);
    expect(receiver.delivered).toHaveLength(10);
  });

  test("wait as long as the receiver asks for, but no longer than a day", async () => {
    const { happen, tried } = await subscribed("retry after");
    receiver.answer(429, { "retry-after": "3600" });
    await happen();
    const { nextTryAt } = await tried(1);
    expect(Number(nextTryAt) - service().clock()).toBeWithin(hourMs - 10_000, hourMs + 1_000);
    const tooLong = [new Date(service().clock() + 1_000 * hourMs).toUTCString(), "9".repeat(12)];
    let waitedMs = hourMs;
    for (const [index, asked] of tooLong.entries()) {
      receiver.answer(503, { "retry-after": asked });
      service().advance(waitedMs + 1_000);
      const later = await tried(index + 2);
      expect(Number(later.nextTryAt) - service().clock()).toBeWithin(24 * hourMs - 10_000, 24 * hourMs + 1_000);
      waitedMs = 24 * hourMs;
    }
  });

  test("end when the receiver says so", async () => {
    const { happen, tried, params, api } = await subscribed("abort");
    receiver.answer(422, { "webhook-delivery": "abort-message" });
    await happen();
    expect(await tried(1)).toMatchObject({ state: "failed", nextTryAt: null, lastStatus: 422 });
    expect((await api.call("getWebhookSubscription", { params })).active).toBe(true);
  });

  test("a redirect is a failure, and is not followed", async () => {
    const { happen, tried } = await subscribed("redirect");
    receiver.answering = ({ path }, response) =>
      path === "/hook" ? response.writeHead(302, { location: "/elsewhere" }).end() : response.end();
    await happen();
    expect(await tried(1)).toMatchObject({ state: "pending", lastStatus: 302 });
    expect(receiver.delivered.map(({ path }) => path)).toEqual(["/hook"]);
  });

  test("410 disables the subscription, and an event says why", async () => {
    const { happen, api, params, tried, subscription } = await subscribed("gone");
    receiver.answer(410, {}, "write to ada@acme.example");
    await happen();
    const { eventId } = await tried(1);
    expect((await api.call("getWebhookSubscription", { params })).active).toBe(false);
    const { items } = await api.call("listEvents", { query: { type: "webhook_subscription.disabled" } });
    expect(items).toMatchObject([
      {
        actor: { type: "service", keyId: null },
        data: {
          subscriptionId: subscription.subscriptionId,
          reason: "gone",
          lastEvent: { eventId, type: "topic.created" },
          status: 410,
          answer: "write to …",
        },
      },
    ]);
    expect(await api.call("getWebhookSubscriptionDetails", { params })).toMatchObject({ disabledReason: "gone" });
    await happen();
    // Once a later event has reached another receiver, the earlier one would have reached this one.
    const other = await Receiver.start();
    await api.call("createWebhookSubscription", { body: { url: other.url, events: ["topic.created"] } });
    await happen();
    await other.has(1);
    expect(receiver.delivered).toHaveLength(1);
    await other.stop();
  });

  test("five days of nothing but failures of three deliveries disable it; two deliveries don't, and a success begins anew", async () => {
    const { happen, api, params, list, tried } = await subscribed("hopeless");
    const isActive = async () => (await api.call("getWebhookSubscription", { params })).active;
    const fail = async (count: number) => {
      await happen();
      await until(async () => (await list()).length === count);
      return tried(1);
    };
    receiver.answer(500);
    await fail(1);
    service().advance(121 * hourMs);
    await fail(2);
    expect(await isActive()).toBe(true);
    receiver.answer(502, {}, "no upstream");
    const { eventId } = await fail(3);
    await until(async () => !(await isActive()));
    expect((await api.call("getWebhookSubscriptionDetails", { params })).disabledReason).toBe("failing");
    const { items } = await api.call("listEvents", { query: { type: "webhook_subscription.disabled" } });
    const last = { lastEvent: { eventId, type: "topic.created" }, status: 502, answer: "no upstream" };
    expect(items.map(({ data }) => data)).toEqual([
      { subscriptionId: params.subscription_id, url: receiver.url, reason: "failing", ...last },
    ]);
    receiver.answer(200);
    service().advance(10_000);
    await api.call("updateWebhookSubscription", { params, body: { active: true } });
    await until(
      async () => (await api.call("listWebhookDeliveries", { params, query: { state: "succeeded" } })).items.length > 0,
    );
    const { health, disabledReason } = await api.call("getWebhookSubscriptionDetails", { params });
    expect(disabledReason).toBeNull();
    expect(health).toMatchObject({ failuresInARow: 0, failingSince: null });
  });

  test("events that happened together don't disable it, however long they fail: the first and last that fail must be far apart", async () => {
    const { happen, api, params, list, tried } = await subscribed("together");
    const isActive = async () => (await api.call("getWebhookSubscription", { params })).active;
    receiver.answer(503, { "retry-after": "86400" });
    for (let count = 0; count < 3; count += 1) await happen();
    for (let day = 1; day <= 6; day += 1) {
      await until(async () => (await list()).filter(({ triesMade }) => triesMade === day).length === 3);
      await tried(day);
      service().advance(25 * hourMs);
    }
    expect(await isActive()).toBe(true);
    await happen();
    await until(async () => !(await isActive()));
  });

  test("can be sent again: the same id, the current secret, and never counted towards disabling", async () => {
    const { happen, api, params, tried } = await subscribed("again");
    receiver.answer(400, { "webhook-delivery": "abort-message" });
    await happen();
    const { deliveryId, eventId } = await tried(1);
    const { secret } = await api.call("rotateWebhookSecret", { params });
    const again = () => api.call("redeliverWebhookDelivery", { params: { ...params, delivery_id: deliveryId } });
    receiver.answer(410);
    expect(await again()).toMatchObject({ state: "pending", purpose: "redelivery" });
    expect(await tried(2)).toMatchObject({ state: "failed", lastStatus: 410 });
    const { active } = await api.call("getWebhookSubscription", { params });
    const { health } = await api.call("getWebhookSubscriptionDetails", { params });
    expect([active, health.failuresInARow]).toEqual([true, 1]);
    receiver.answer(204);
    await again();
    expect(await tried(3)).toMatchObject({ state: "succeeded", eventId });
    const last = receiver.delivered.at(-1);
    expect(last?.headers["webhook-id"]).toBe(eventId);
    // The package compares with the clock of this process.
    setSystemTime(service().clock());
    new Webhook(secret as string).verify(last?.body as string, last?.headers ?? {});
    setSystemTime();
  });

  test("one that is pending is tried at once when somebody asks for it: not counted, and tried again as planned", async () => {
    const { happen, api, params, tried } = await subscribed("hastened");
    receiver.answer(500);
    await happen();
    const { deliveryId } = await tried(1);
    receiver.answer(410);
    await api.call("redeliverWebhookDelivery", { params: { ...params, delivery_id: deliveryId } });
    const { state, purpose, nextTryAt } = await tried(2);
    expect({ state, purpose }).toEqual({ state: "pending", purpose: "event" });
    expect(Number(nextTryAt) - service().clock()).toBeGreaterThan(4 * minuteMs);
    const { active, health } = await api.call("getWebhookSubscriptionDetails", { params });
    expect([active, health.failuresInARow]).toEqual([true, 1]);
  });

  test("one that is pending while its subscription is not active is sent when somebody asks for it", async () => {
    const { happen, api, params, tried } = await subscribed("asked");
    receiver.answer(410);
    await happen();
    const { deliveryId, state } = await tried(1);
    expect([state, (await api.call("getWebhookSubscription", { params })).active]).toEqual(["pending", false]);
    receiver.answer(200);
    await api.call("redeliverWebhookDelivery", { params: { ...params, delivery_id: deliveryId } });
    expect(await tried(2)).toMatchObject({ state: "succeeded", purpose: "redelivery" });
  });

  test("all that failed since a time can be sent again at once", async () => {
    const { happen, api, params, tried, list } = await subscribed("recover");
    receiver.answer(400, { "webhook-delivery": "abort-message" });
    await happen();
    await tried(1);
    service().advance(hourMs);
    const since = `+${service().clock()}`;
    for (let count = 0; count < 3; count += 1) await happen();
    await until(async () => (await list()).filter(({ state }) => state === "failed").length === 4);
    receiver.answer(200);
    await api.call("recoverWebhookDeliveries", { params, body: { since } });
    await until(async () => (await list()).filter(({ state }) => state === "succeeded").length === 3);
    expect((await list()).at(-1)?.state).toBe("failed");
  });
});
