import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/engines";
import { until } from "../support/jobs";
import { localReceivers, Receiver } from "../support/receiver";
import { useService } from "../support/service";

setDefaultTimeout(60_000);

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
});
