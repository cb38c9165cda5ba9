import { expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

interface Told {
  data: { name: string };
}

onBothEngines("erasing a person", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });

  test("what is still to be sent of them is not sent, and no kept answer shows them", async () => {
    const { api, db } = service();
    const receiver = await Receiver.start();
    receiver.answering = ({ body }, response) => response.writeHead(500).end(`no: ${body}`);
    const { subscriptionId } = await api.call("createWebhookSubscription", {
      body: { url: receiver.url, events: ["person.created", "person.deleted"] },
    });
    const params = { subscription_id: subscriptionId };
    const { personId } = await api.call("createPerson", { body: { name: "Grace Unmistakable" } });
    await until(async () => (await api.call("listWebhookDeliveries", { params })).items[0]?.triesMade === 1);
    const stored = async () => JSON.stringify(await db.all(sql`SELECT tries, body FROM webhook_deliveries`));
    expect(await stored()).toContain("Grace Unmistakable");
    const { erased } = await api.call("deletePerson", { params: { person_id: personId } });
    expect(erased.find(({ table }) => table === "webhook_deliveries")?.removed).toBe(1);
    expect(await stored()).not.toContain("Grace Unmistakable");
    const before = receiver.delivered.length;
    service().advance(3_600_000);
    await until(() => receiver.delivered.length > before);
    await Bun.sleep(300);
    const after = receiver.delivered.slice(before).map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(new Set(after)).toEqual(new Set(["person.deleted"]));
    await receiver.stop();
  });

  test("also while a long backlog is being sent", async () => {
    const { api, db } = service();
    const receiver = await Receiver.start();
    const waiting: ServerResponse[] = [];
    receiver.answering = (_, response) => waiting.push(response);
    const { subscriptionId } = await api.call("createWebhookSubscription", {
      body: { url: receiver.url, events: ["person.created", "person.deleted"] },
    });
    const others = Array.from({ length: 40 }, (_, count) => `Other ${count}`);
    for (const name of others) await api.call("createPerson", { body: { name } });
    const { personId } = await api.call("createPerson", { body: { name: "Joan Unrepeatable" } });
    const pending = sql`SELECT 1 AS found FROM webhook_deliveries WHERE subscription_id = ${subscriptionId} AND state = 'pending'`;
    await until(async () => waiting.length > 0 && (await db.all(pending)).length > others.length);
    await api.call("deletePerson", { params: { person_id: personId } });
    receiver.answering = (_, response) => response.end();
    for (const response of waiting) response.end();
    const toldOf = (type: string) =>
      receiver.delivered.filter(({ body }) => (JSON.parse(body) as { type: string }).type === type);
    await until(() => toldOf("person.created").length === others.length && toldOf("person.deleted").length === 1);
    await until(async () => (await db.all(pending)).length === 0);
    expect(receiver.delivered.filter(({ body }) => body.includes("Unrepeatable"))).toEqual([]);
    await receiver.stop();
  });

  test("the event of a disabled subscription no longer quotes a response to what was sent of them", async () => {
    const { api, db } = service();
    const receiver = await Receiver.start();
    receiver.answering = ({ body }, response) => response.writeHead(410).end((JSON.parse(body) as Told).data.name);
    await api.call("createWebhookSubscription", { body: { url: receiver.url, events: ["person.created"] } });
    const { personId } = await api.call("createPerson", { body: { name: "Ada Unforgettable" } });
    const disabled = async () => (await api.call("listEvents", { query: { type: "webhook_subscription.disabled" } })).items;
    await until(async () => (await disabled()).length === 1);
    expect((await disabled())[0]?.data.answer).toBe("Ada Unforgettable");
    await api.call("deletePerson", { params: { person_id: personId } });
    expect((await disabled())[0]?.data).toMatchObject({ reason: "gone", status: 410, answer: null });
    expect(JSON.stringify(await db.all(sql`SELECT data FROM events`))).not.toContain("Unforgettable");
    await receiver.stop();
  });
});
