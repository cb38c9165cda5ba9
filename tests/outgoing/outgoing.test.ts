import { afterAll, beforeAll, expect, test } from "bun:test";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { WebhookDelivery } from "../../contract";
import type { OutgoingRules } from "../../server/outgoing/outgoing-rules";
import { parseRange } from "../../server/outgoing/public-address";
import { onTodaysEngine } from "../support/database/engines";
import { hastenTimers } from "../support/network/hastened-timers";
import { localReceivers, Receiver } from "../support/network/receiver";
import { createCertificate } from "../support/network/tls";
import type { Api } from "../support/service/api";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

/** How long the service waits for an answer. */
const timeoutMs = 15_000;
/** A port that needs no permission, on an address of the loopback that nothing else uses. */
const usualPort = { host: "127.83.12.9", port: 8_443 };
const oneAddress: OutgoingRules = {
  http: true,
  ports: "any",
  networks: [parseRange("127.0.0.1/32") as NonNullable<ReturnType<typeof parseRange>>],
};
const certificate = createCertificate("receiver.test");
const resolveHost = async () => ["127.0.0.1"];

/** How a test of a subscription to this address ends. */
async function tested(api: Api, url: string): Promise<WebhookDelivery> {
  const { subscriptionId } = await api.call("createWebhookSubscription", { body: { url, events: ["topic.created"] } });
  const params = { subscription_id: subscriptionId };
  const { deliveryId } = await api.call("testWebhookSubscription", { params, body: { eventType: "topic.created" } });
  const read = () => api.call("getWebhookDelivery", { params: { ...params, delivery_id: deliveryId } });
  await until(async () => (await read()).state !== "pending");
  return read();
}

onTodaysEngine("a service whose operator has allowed nothing", (engine) => {
  const service = useService(engine, { resolveHost: async () => [usualPort.host] });

  test("connects to no private address, whether a webhook has the address or a name of it", async () => {
    const receiver = await Receiver.start({ ...usualPort, certificate });
    for (const host of [usualPort.host, "receiver.test"]) {
      const { state, lastError, lastStatus } = await tested(service().api, `https://${host}:${usualPort.port}/`);
      expect([host, state, lastError, lastStatus]).toEqual([host, "failed", "address_refused", null]);
    }
    expect(receiver.connections).toBe(0);
    await receiver.stop();
  });
});

onTodaysEngine("a service whose operator has allowed one address", (engine) => {
  const service = useService(engine, { outgoingRules: oneAddress });

  test("connects to no other, also when the receiver at that address redirects to it", async () => {
    const [receiver, hidden] = await Promise.all([Receiver.start(), Receiver.start({ host: "127.0.0.2" })]);
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer(status, { location: hidden.url });
      const { state, lastStatus, lastError } = await tested(service().api, receiver.url);
      expect([state, lastStatus, lastError]).toEqual(["failed", status, "http_status"]);
    }
    expect((await tested(service().api, hidden.url)).lastError).toBe("address_refused");
    expect([receiver.delivered.length, hidden.connections]).toEqual([5, 0]);
    await Promise.all([receiver.stop(), hidden.stop()]);
  });
});

onTodaysEngine("a service without the authority of its receivers", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers, resolveHost });
  let server: Server;
  /** What it answers; nothing at first. */
  let answer: string | undefined;
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => answer !== undefined && socket.end(answer));
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  });
  afterAll(() => server.close());
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  test("sends nothing to a receiver with a certificate that nobody vouches for", async () => {
    const receiver = await Receiver.start({ certificate });
    const { state, lastError } = await tested(service().api, receiver.url);
    expect([state, lastError, receiver.delivered.length]).toEqual(["failed", "certificate_invalid", 0]);
    await receiver.stop();
  });

  test(`gives up a receiver that says nothing for ${timeoutMs / 1_000} s`, async () => {
    using timers = hastenTimers(timeoutMs, 50);
    const { state, lastError } = await tested(service().api, address());
    expect([state, lastError, timers.count]).toEqual(["failed", "timeout", 1]);
  });

  test("reports the answer of a receiver that does not speak HTTP as invalid", async () => {
    answer = "220 mail.example ESMTP\r\n";
    const { state, lastError, lastStatus } = await tested(service().api, address());
    expect([state, lastError, lastStatus]).toEqual(["failed", "answer_invalid", null]);
  });
});

onTodaysEngine("a service with the authority of its receivers", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers, resolveHost, webhookCa: certificate.cert });

  test("delivers over TLS; a test has made-up data of the type that was asked for, and is no event", async () => {
    const { api } = service();
    const receiver = await Receiver.start({ certificate });
    const { state, lastStatus, purpose, eventId } = await tested(api, receiver.url);
    expect([state, lastStatus, purpose]).toEqual(["succeeded", 200, "test"]);
    const [delivered] = receiver.delivered;
    expect(delivered?.headers["webhook-id"]).toBe(eventId);
    expect(JSON.parse(delivered?.body ?? "")).toMatchObject({ type: "topic.created", data: { title: expect.any(String) } });
    expect((await api.refusal("getEvent", { params: { event_id: eventId } })).status).toBe(404);
    await receiver.stop();
  });
});
