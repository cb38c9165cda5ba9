import { afterAll, beforeAll, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { onBothEngines } from "../support/database/engines";
import { localReceivers, Receiver } from "../support/network/receiver";
import { useService } from "../support/service/service";

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
});
