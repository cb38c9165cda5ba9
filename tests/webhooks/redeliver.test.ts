import { expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { onBothEngines } from "../support/database/engines";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

onBothEngines("a redelivery", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });

  for (const [outcome, status] of Object.entries({ succeeds: 200, fails: 500 })) {
    test(`that is asked for while a try is under way is sent once that try ${outcome}`, async () => {
      const { api } = await createTenant(service(), outcome);
      const receiver = await Receiver.start();
      const held: ServerResponse[] = [];
      receiver.answering = (_, response) => held.push(response);
      const { subscriptionId } = await api.call("createWebhookSubscription", {
        body: { url: receiver.url, events: ["topic.created"] },
      });
      await api.call("createTopic", { body: { title: "T" } });
      await until(() => held.length === 1);
      const params = { subscription_id: subscriptionId };
      const [delivery] = (await api.call("listWebhookDeliveries", { params })).items;
      const one = { ...params, delivery_id: delivery?.deliveryId as string };
      await api.call("redeliverWebhookDelivery", { params: one });
      receiver.answer(200);
      held[0]?.writeHead(status).end();
      const [first, second] = await receiver.has(2);
      expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"] as string);
      await until(async () => (await api.call("getWebhookDelivery", { params: one })).state === "succeeded");
      const { tries } = await api.call("getWebhookDelivery", { params: one });
      expect(tries.map((made) => made.status)).toEqual([status, 200]);
      await receiver.stop();
    });
  }

  test("is due now, however old the delivery is", async () => {
    const { api } = await createTenant(service(), "due now");
    const receiver = await Receiver.start();
    const body = { url: receiver.url, events: ["topic.created"] };
    const params = { subscription_id: (await api.call("createWebhookSubscription", { body })).subscriptionId };
    await api.call("createTopic", { body: { title: "T" } });
    const newest = async () => (await api.call("listWebhookDeliveries", { params })).items[0];
    await until(async () => (await newest())?.state === "succeeded");
    service().advance(3_600_000);
    const asked = service().clock();
    const delivery_id = (await newest())?.deliveryId as string;
    const { nextTryAt } = await api.call("redeliverWebhookDelivery", { params: { ...params, delivery_id } });
    expect(Number(nextTryAt)).toBeGreaterThanOrEqual(asked);
    await receiver.has(2);
    await receiver.stop();
  });
});
