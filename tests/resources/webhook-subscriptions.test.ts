import { expect, test } from "bun:test";
import { events, maxSubscriptions, type ProblemBody, type WebhookSubscription } from "../../contract";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import type { Api } from "../support/service/api";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const url = "https://hooks.acme.example/foyer";

onBothEngines("webhook subscriptions", (engine) => {
  const service = useService(engine);
  const newTenant = async (name: string) => (await createTenant(service(), name)).api;
  const create = (api: Api, body: { url?: string; events?: string[]; active?: boolean } = {}) =>
    api.call("createWebhookSubscription", { body: { url, events: ["*"], ...body } });
  const at = ({ subscriptionId }: Pick<WebhookSubscription, "subscriptionId">) => ({
    params: { subscription_id: subscriptionId },
  });
  const happened = async (api: Api) =>
    (await api.call("listEvents", { query: { limit: 100 } })).items.map(({ type, data }) => ({ type, data })).reverse();

  test("a created subscription can be read back, without the secret that was shown once", async () => {
    const api = await newTenant("create");
    const { secret, ...subscription } = await create(api, {
      url: `${url}?a=b&c=%20`,
      events: ["person.created", "page_link.deleted"],
    });
    expect(subscription).toMatchObject({
      url: `${url}?a=b&c=%20`,
      events: ["person.created", "page_link.deleted"],
      active: true,
    });
    expect(subscription.subscriptionId).toMatch(/^webhook_[a-z0-9]{26}$/);
    expect(await api.call("getWebhookSubscription", at(subscription))).toEqual(subscription);
    expect((await api.call("listWebhookSubscriptions", {})).items).toEqual([subscription]);
    expect((await create(api, { active: false })).active).toBe(false);
    expect((secret as string).slice(0, 6)).toBe("whsec_");
    expect(Buffer.from((secret as string).slice(6), "base64").toString("base64")).toBe((secret as string).slice(6));
    expect(Buffer.from((secret as string).slice(6), "base64")).toHaveLength(32);
  });

  test("no secret is in an event, a stored answer or any later answer", async () => {
    const api = await newTenant("secret");
    const headers = { "idempotency-key": "secret" };
    const body = { url, events: ["*"] };
    const created = (await api.send("createWebhookSubscription", { body, headers })).body as {
      secret: string;
    } & WebhookSubscription;
    const again = await api.send("createWebhookSubscription", { body, headers });
    expect(again.body as object).toEqual({ ...created, secret: null });
    const rotated = (await api.send("rotateWebhookSecret", { ...at(created), body: {}, headers })).body as typeof created;
    expect((await api.send("rotateWebhookSecret", { ...at(created), body: {}, headers })).body as object).toEqual({
      ...rotated,
      secret: null,
    });
    const { db } = service();
    const kept = [
      await db.all(sql`SELECT data FROM events`),
      await db.all(sql`SELECT response FROM idempotency`),
      await api.call("listWebhookSubscriptions", {}),
      await api.call("getWebhookSubscription", at(created)),
      await api.call("updateWebhookSubscription", { ...at(created), body: { active: false } }),
      service().logged,
    ];
    const secrets = [created.secret.slice(6), rotated.secret.slice(6)];
    for (const secret of secrets) expect(JSON.stringify(kept).includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
    const stored = await db.all<{ secret: string }>(
      sql`SELECT secret FROM webhook_subscriptions WHERE subscription_id = ${created.subscriptionId}`,
    );
    expect(stored.map(({ secret }) => /^v1\.[\w-]{90,}$/.test(secret))).toEqual([true]);
  });

  test("rotating replaces the secret and changes nothing else", async () => {
    const api = await newTenant("rotate");
    const { secret, ...subscription } = await create(api);
    service().advance(1_000);
    const { secret: next, ...rotated } = await api.call("rotateWebhookSecret", { ...at(subscription), body: {} });
    expect(rotated).toEqual({ ...subscription, updatedAt: rotated.updatedAt });
    expect(rotated.updatedAt).not.toBe(subscription.updatedAt);
    expect(next).not.toBe(secret);
    expect(next).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test("every change leaves its event", async () => {
    const api = await newTenant("events");
    const { secret: _, ...created } = await create(api);
    const updated = await api.call("updateWebhookSubscription", { ...at(created), body: { events: ["topic.created"] } });
    const { secret: __, ...rotated } = await api.call("rotateWebhookSecret", { ...at(created), body: {} });
    await api.call("deleteWebhookSubscription", at(created));
    expect((await happened(api)).filter(({ type }) => type.startsWith("webhook_subscription."))).toEqual([
      { type: "webhook_subscription.created", data: created },
      { type: "webhook_subscription.updated", data: updated },
      { type: "webhook_subscription.secret_rotated", data: rotated },
      { type: "webhook_subscription.deleted", data: { subscriptionId: created.subscriptionId } },
    ]);
  });

  test("a change touches what it names and nothing else", async () => {
    const api = await newTenant("change");
    const { secret: _, ...created } = await create(api, { events: ["person.created"] });
    service().advance(1_000);
    const change = (body: object) => api.call("updateWebhookSubscription", { ...at(created), body });
    const paused = await change({ active: false });
    expect(paused).toEqual({ ...created, active: false, updatedAt: paused.updatedAt });
    expect(Number(paused.updatedAt) - Number(created.updatedAt)).toBeGreaterThanOrEqual(1_000);
    expect(await change({ url: "http://127.0.0.1:9/" })).toMatchObject({ url: "http://127.0.0.1:9/", active: false });
    expect(await change({ events: ["*"] })).toMatchObject({ events: ["*"], active: false });
    const last = await change({});
    expect(last).toMatchObject({ url: "http://127.0.0.1:9/", events: ["*"], active: false });
    expect(await api.call("getWebhookSubscription", at(created))).toEqual(last);
  });

  test("a deleted one is gone", async () => {
    const api = await newTenant("delete");
    const created = await create(api);
    const { subscriptionId } = created;
    expect(await api.call("deleteWebhookSubscription", at(created))).toEqual({ subscriptionId, deleted: true });
    for (const id of ["getWebhookSubscription", "deleteWebhookSubscription"] as const)
      expect((await api.refusal(id, at(created))).code).toBe("not_found");
    for (const id of ["updateWebhookSubscription", "rotateWebhookSecret"] as const)
      expect((await api.refusal(id, { ...at(created), body: {} })).code).toBe("not_found");
    expect((await api.call("listWebhookSubscriptions", {})).items).toEqual([]);
  });

  test("an address is absolute, http or https, without a user name, of 2,048 characters at the most", async () => {
    const api = await newTenant("urls");
    const long = (length: number) => "https://x.example/".padEnd(length, "x");
    const good = [
      "http://x",
      "HTTPS://X.example/Ö?a=b#c",
      "http://127.0.0.1:8080/",
      "https://[::1]/",
      "https://x/@y",
      long(2_048),
    ];
    for (const address of good) expect((await create(api, { url: address })).url).toBe(address);
    const bad = [
      ...["", "x.example", "/hook", "//x.example/", "https:", "https:x.example", "https:/x.example", "https://", "https:///x"],
      ...["ftp://x.example", "javascript:alert(1)", "mailto:a@b.example", "file:///etc/passwd", "https://user@x.example/"],
      ...[
        "https://user:secret@x.example/",
        "https://:secret@x.example/",
        "https://@x.example/",
        "https://x.example\\@y.example/",
      ],
      ...[
        " https://x.example",
        "https://x.example/ a",
        "https://x.example/\n",
        "https://x\t.example",
        "https://x.example:99999/",
      ],
      ...["https://a b/", "https://%zz/", long(2_049)],
    ];
    for (const address of bad) {
      const refused = await api.refusal("createWebhookSubscription", { body: { url: address, events: ["*"] } });
      const locations = new Set(refused.errors?.map(({ location }) => location));
      expect([address, ...locations]).toEqual([address, "body.url"]);
    }
  });

  test("events are * or existing names, at least one, none twice; each mistake is reported with its location", async () => {
    const api = await newTenant("names");
    const every = Object.keys(events);
    expect((await create(api, { events: every })).events).toEqual(every);
    expect((await create(api, { events: ["*", "person.created"] })).events).toEqual(["*", "person.created"]);
    const wrong: [string[], string[]][] = [
      [[], ["body.events"]],
      [["person.created", "person.exploded"], ["body.events[1]"]],
      [["", "**", "Person.created", "person.*", "constructor"], [0, 1, 2, 3, 4].map((index) => `body.events[${index}]`)],
      [
        ["person.created", "*", "person.created", "*"],
        ["body.events[2]", "body.events[3]"],
      ],
      [Array.from({ length: 201 }, () => "*"), ["body.events"]],
    ];
    for (const [names, locations] of wrong) {
      const { errors = [] } = await api.refusal("createWebhookSubscription", { body: { url, events: names } });
      const reported = errors.map(({ location }) => location);
      expect(locations.filter((location) => !reported.includes(location))).toEqual([]);
      if (names.length < 100) expect(reported).toEqual(locations);
    }
  });

  test(`are listed in one answer, oldest first, and a tenant has at most ${maxSubscriptions}`, async () => {
    const api = await newTenant("many");
    const empty = await api.call("listWebhookSubscriptions", {});
    expect(empty).toEqual({ items: [], hasMore: false, nextCursor: null, totalCount: 0 });
    const attempts = await Promise.all(
      Array.from({ length: maxSubscriptions + 20 }, () =>
        api.send("createWebhookSubscription", { body: { url, events: ["*"] } }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 201)).toHaveLength(maxSubscriptions);
    const refused = attempts.filter(({ status }) => status !== 201).map(({ body }) => (body as ProblemBody).code);
    expect(refused).toEqual(Array(20).fill("too_many_subscriptions"));

    const whole = await api.call("listWebhookSubscriptions", {});
    expect(whole).toMatchObject({ hasMore: false, nextCursor: null, totalCount: maxSubscriptions });
    const ids = whole.items.map(({ subscriptionId }) => subscriptionId);
    expect(ids).toEqual(ids.toSorted());
    const fields = ["active", "createdAt", "events", "subscriptionId", "updatedAt", "url"];
    for (const item of whole.items) expect(Object.keys(item).sort()).toEqual(fields);

    const first = await api.call("listWebhookSubscriptions", { query: { limit: 30 } });
    expect(first).toMatchObject({ items: whole.items.slice(0, 30), hasMore: true, totalCount: 30 });
    const rest = await api.call("listWebhookSubscriptions", { query: { cursor: first.nextCursor as string } });
    expect(rest).toEqual({ items: whole.items.slice(30), hasMore: false, nextCursor: null, totalCount: 70 });

    await api.call("deleteWebhookSubscription", at(whole.items[0] as WebhookSubscription));
    expect((await create(api)).url).toBe(url);
    expect((await api.refusal("createWebhookSubscription", { body: { url, events: ["*"] } })).code).toBe(
      "too_many_subscriptions",
    );
    expect((await create(await newTenant("fewer"))).url).toBe(url);
  });
});
