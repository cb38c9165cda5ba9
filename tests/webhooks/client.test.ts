import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { FoyerError, FoyerUnreachable, followEvents, verifyWebhook, type WebhookEvent } from "../../client";
import { hasUnnumbered } from "../../server/webhooks/feed/number-events";
import { onTodaysEngine } from "../support/database/engines";
import { type Delivered, localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Compiles only if the type narrows the data. */
function nameIn(event: WebhookEvent): string {
  switch (event.type) {
    case "person.created":
      return event.data.name;
    case "topic.created":
      return event.data.title;
    default:
      return event.type;
  }
}

/** Whether the public package takes it at this time; ours must agree. Default: when it was sent. */
async function takenBy(
  { body, headers }: Delivered,
  secret: string | null,
  now = Number(headers["webhook-timestamp"]) * 1_000,
): Promise<boolean> {
  const isTakenByOurs = await verifyWebhook({ body, headers, secret: secret as string, now }).then(
    () => true,
    () => false,
  );
  const isTaken = isTakenByPackage({ body, headers }, secret as string, now);
  expect(isTakenByOurs).toBe(isTaken);
  return isTaken;
}

/** The package knows no time but that of this process. */
function isTakenByPackage({ body, headers }: Pick<Delivered, "body" | "headers">, secret: string, now: number): boolean {
  setSystemTime(now);
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  } finally {
    setSystemTime();
  }
}

onTodaysEngine("the client", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  afterAll(() => receiver.stop());

  test("verifies a webhook as the public package does: neither takes a changed byte, another time or another secret", async () => {
    const { api } = service();
    const created = await api.call("createWebhookSubscription", { body: { url: receiver.url, events: ["person.created"] } });
    const secret = created.secret as string;
    await api.call("createPerson", { body: { name: "Ada" } });
    const [{ body, headers }] = (await receiver.has(1)) as [Delivered];
    const inCapitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const written of [headers, inCapitals, new Headers(headers)]) {
      expect(nameIn(await verifyWebhook({ body, headers: written, secret }))).toBe("Ada");
    }
    const refused = async (received: { body: string; headers: Record<string, string>; secret: string }) => {
      expect(verifyWebhook(received)).rejects.toThrow();
      expect(() => new Webhook(received.secret).verify(received.body, received.headers)).toThrow();
    };
    await refused({ body: body.replace("Ada", "Eva"), headers, secret });
    await refused({
      body,
      headers: { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 3_600) },
      secret,
    });
    await refused({ body, headers: { ...headers, "webhook-id": "event_other" }, secret });
    await refused({ body, headers, secret: `whsec_${Buffer.alloc(32).toString("base64")}` });
  });

  test("a request with its own right signature is taken for five minutes, and not when it is replayed after six", async () => {
    const { api } = await createTenant(service(), `replay ${crypto.randomUUID()}`);
    const own = await Receiver.start();
    const { secret } = await api.call("createWebhookSubscription", { body: { url: own.url, events: ["topic.created"] } });
    await api.call("createTopic", { body: { title: "T" } });
    const [delivered] = (await own.has(1)) as [Delivered];
    const sentAt = service().clock();
    await own.stop();
    const takenAfter = (minutes: number) => takenBy(delivered, secret, sentAt + minutes * minuteMs);
    expect(await Promise.all([-6, -4, 0, 4, 6].map(takenAfter))).toEqual([false, true, true, true, false]);
  });

  test("both secrets verify for a day after a rotation, and then the new one alone", async () => {
    const { api } = await createTenant(service(), `rotation ${crypto.randomUUID()}`);
    const own = await Receiver.start();
    const first = await api.call("createWebhookSubscription", { body: { url: own.url, events: ["topic.created"] } });
    const params = { subscription_id: first.subscriptionId };
    const second = await api.call("rotateWebhookSecret", { params });
    const received: Delivered[] = [];
    for (const passedMs of [0, 24 * hourMs - minuteMs, minuteMs]) {
      service().advance(passedMs);
      await api.call("createTopic", { body: { title: "T" } });
      received.push((await own.has(received.length + 1)).at(-1) as Delivered);
    }
    await own.stop();
    const taken = (secret: string | null) => Promise.all(received.map((delivered) => takenBy(delivered, secret)));
    expect(await taken(first.secret)).toEqual([true, true, false]);
    expect(await taken(second.secret)).toEqual([true, true, true]);
  });

  test("every secret that was replaced within a day verifies, however many were made since", async () => {
    const { api } = await createTenant(service(), `rotations ${crypto.randomUUID()}`);
    const own = await Receiver.start();
    const first = await api.call("createWebhookSubscription", { body: { url: own.url, events: ["topic.created"] } });
    const params = { subscription_id: first.subscriptionId };
    const second = await api.call("rotateWebhookSecret", { params });
    service().advance(hourMs);
    const third = await api.call("rotateWebhookSecret", { params });
    const { previousSecretUntil } = await api.call("getWebhookSubscriptionDetails", { params });
    expect(Number(previousSecretUntil)).toBeGreaterThan(service().clock() + 24 * hourMs - minuteMs);
    const received: Delivered[] = [];
    for (const passedMs of [0, 23 * hourMs, hourMs]) {
      service().advance(passedMs);
      await api.call("createTopic", { body: { title: "T" } });
      received.push((await own.has(received.length + 1)).at(-1) as Delivered);
    }
    await own.stop();
    const taken = (secret: string | null) => Promise.all(received.map((delivered) => takenBy(delivered, secret)));
    expect(await taken(first.secret)).toEqual([true, false, false]);
    expect(await taken(second.secret)).toEqual([true, true, false]);
    expect(await taken(third.secret)).toEqual([true, true, true]);
  });

  test("follows the feed through lost connections, without a gap or a repeat", async () => {
    const { api } = await createTenant(service(), `follow ${crypto.randomUUID()}`);
    const ending = new AbortController();
    let connections = 0;
    // Every connection is lost after a few messages.
    const unsteady = (async (address: string, options: RequestInit) => {
      connections += 1;
      const response = await fetch(address, options);
      let pieces = 0;
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          pieces += 1;
          controller.enqueue(piece);
          if (pieces === 4) controller.error(new Error("lost"));
        },
      });
      return new Response((response.body as ReadableStream<Uint8Array>).pipeThrough(cut), { status: response.status });
    }) as typeof fetch;
    const positions: number[] = [];
    const following = (async () => {
      const feed = followEvents({ url: service().origin, apiKey: api.key, after: 0, signal: ending.signal, fetch: unsteady });
      for await (const event of feed) {
        positions.push(event.position);
        if (positions.length === 31) ending.abort();
      }
    })();
    for (let count = 0; count < 30; count += 1) {
      await api.call("createTopic", { body: { title: `T${count}` } });
      await Bun.sleep(20);
    }
    await following;
    expect(positions).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
    expect(connections).toBeGreaterThan(1);
  });

  test("reads texts with any character that ends a line", async () => {
    const { api } = await createTenant(service(), `lines ${crypto.randomUUID()}`);
    const titles = ["\u2028id: 9\u2028data: {}", "\u2029\u0085", "\r\n\n\rid: 9\n\ndata: 1"];
    for (const title of titles) await api.call("createTopic", { body: { title } });
    const options = { url: service().origin, apiKey: api.key, after: 0, types: ["topic.created" as const] };
    const read: string[] = [];
    for await (const event of followEvents({ ...options, signal: AbortSignal.timeout(10_000) })) {
      if (event.type === "topic.created") read.push(event.data.title);
      if (read.length === titles.length) break;
    }
    expect(read).toEqual(titles);
  });

  test("misses nothing when the connection is lost before the first event", async () => {
    const { api } = await createTenant(service(), `early ${crypto.randomUUID()}`);
    let connections = 0;
    // The first connection is lost after its first message, and the topic is made before there is another.
    const losing = (async (address: string, options: RequestInit) => {
      connections += 1;
      const response = await fetch(address, options);
      if (connections > 1) return response;
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      const { value } = await reader.read();
      await reader.cancel();
      await api.call("createTopic", { body: { title: "Meanwhile" } });
      await until(async () => !(await hasUnnumbered(service().db)));
      return new Response(new TextDecoder().decode(value));
    }) as typeof fetch;
    const options = { url: service().origin, apiKey: api.key, types: ["topic.created" as const], fetch: losing };
    const { value } = await followEvents({ ...options, signal: AbortSignal.timeout(10_000) }).next();
    expect([value?.type, connections]).toEqual(["topic.created", 2]);
  });

  test("says what is missing when a webhook's secret can't be one, whatever was received", async () => {
    const message = "The webhook's secret is missing or not one of Foyer's (whsec_…)";
    for (const secret of ["", "hello", "whsec_", "whsec_?", "aGVsbG8gaGVsbG8=", [], undefined as unknown as string]) {
      const error = await verifyWebhook({ body: "{}", headers: {}, secret }).catch((thrown: unknown) => thrown);
      expect([secret, (error as Error).name, (error as Error).message]).toEqual([secret, "Error", message]);
    }
  });

  test("throws the feed's refusal as any other: with status, code, detail and the request's identifier", async () => {
    const refusalOf = (options: object) =>
      followEvents({ url: service().origin, apiKey: service().api.key, ...options })
        .next()
        .catch((thrown: unknown) => thrown as FoyerError);
    const wrongKey = (await refusalOf({ apiKey: "wrong" })) as FoyerError;
    expect(wrongKey).toBeInstanceOf(FoyerError);
    expect(wrongKey).toMatchObject({ operation: "streamEvents", status: 401, code: "invalid_api_key" });
    expect(wrongKey.requestId).toStartWith("req");
    expect(wrongKey.message).toBe(`streamEvents was refused with 401 invalid_api_key: ${wrongKey.detail}`);
    const wrongTime = (await refusalOf({ from: "+20", to: "+10" })) as FoyerError;
    expect([wrongTime.status, wrongTime.code]).toEqual([422, "validation_failed"]);
  });

  test("ends when something else than Foyer refuses the feed, and follows no redirect with the key", async () => {
    const { origin: url, api } = service();
    for (const status of [403, 302]) {
      const proxy = (async () => new Response("<h1>No</h1>", { status })) as unknown as typeof fetch;
      await expect(followEvents({ url, apiKey: api.key, fetch: proxy }).next()).rejects.toThrow(FoyerUnreachable);
    }
    const elsewhere = Bun.serve({ port: 0, fetch: () => Response.redirect(`${url}/v0/events/stream?after=0`) });
    const redirected = followEvents({ url: elsewhere.url.origin, apiKey: api.key, signal: AbortSignal.timeout(10_000) }).next();
    await expect(redirected).rejects.toThrow(FoyerUnreachable);
    await elsewhere.stop(true);
  });

  test("refuses a feed without an address or a key before anything is sent", async () => {
    for (const options of [
      { url: "localhost", apiKey: "x" },
      { url: service().origin, apiKey: undefined },
      { url: service().origin, apiKey: "x\n" },
    ]) {
      await expect(followEvents(options).next()).rejects.toThrow(TypeError);
    }
  });
});
