import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { createClient } from "../../client";
import { scopes as allScopes, defaultMaxUploadBytes, type Scope } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { Api } from "../support/service/api";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

onBothEngines("API keys", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const now = async () => Number((await create(["persons:read"])).createdAt);
  async function create(scopes: Scope[], expiresAt?: number, by = api()) {
    const body = { name: "A key", scopes, ...(expiresAt !== undefined && { expiresAt: `+${expiresAt}` }) };
    const { key, ...record } = await by.call("createApiKey", { body });
    return { ...record, api: new Api(service().origin, key as string) };
  }
  const revoke = (keyId: string, by = api()) => by.call("revokeApiKey", { params: { key_id: keyId } });
  const statusOf = async (key: Api) => (await key.send("listPersons", {})).status;
  const recordOf = async (keyId: string) =>
    (await api().call("listApiKeys", { query: { limit: 100 } })).items.find((key) => key.keyId === keyId);

  test("a key revoked while its request is still being sent is refused", async () => {
    const thief = await create(["api_keys:write", "persons:read"]);
    const { promise: revoked, resolve: goOn } = Promise.withResolvers<void>();
    const slow = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"Kept","scopes":["persons:read"]'));
        await revoked;
        controller.enqueue(new TextEncoder().encode("}"));
        controller.close();
      },
    });
    const headers = { "x-api-key": thief.api.key, "content-type": "application/json" };
    const answer = fetch(`${service().origin}/v0/api_keys`, { method: "POST", headers, body: slow });
    await Bun.sleep(100);
    await revoke(thief.keyId);
    goOn();
    expect((await answer).status).toBe(401);
  });

  test("keys are read one by one, and listed with or without those that have ended", async () => {
    const before = await now();
    const [works, ended, expired] = [
      await create(["persons:read"]),
      await create(["persons:read"]),
      await create(["*"], before + hourMs),
    ];
    await revoke(ended.keyId);
    service().advance(2 * hourMs);
    const idsOf = async (query: object) =>
      (await Array.fromAsync(createClient({ url: service().origin, apiKey: api().key }).each("listApiKeys", { query }))).map(
        ({ keyId }) => keyId,
      );
    const [all, active, inactive] = [
      await idsOf({ limit: 1 }),
      await idsOf({ active: true, limit: 1 }),
      await idsOf({ active: false }),
    ];
    expect(active.slice(0, 1)).toEqual([works.keyId]);
    expect(inactive.slice(0, 2)).toEqual([expired.keyId, ended.keyId]);
    expect([...active, ...inactive].sort().reverse()).toEqual(all);
    expect((await api().call("listApiKeys", { query: { active: true, limit: 1 } })).totalCount).toBe(active.length);
    for (const keyId of [works.keyId, ended.keyId]) {
      const found = await api().call("getApiKey", { params: { key_id: keyId } });
      expect(found).toEqual((await recordOf(keyId)) as typeof found);
    }
  });

  test("a key of any scope can read what it may, whose it is and its limits", async () => {
    const narrow = await create(["persons:read"], (await now()) + hourMs);
    const self = await narrow.api.call("getOwnApiKey", {});
    const { api: _, ...record } = narrow;
    expect({ ...self, lastUsedAt: null }).toMatchObject({ ...record, scopes: ["persons:read"], tenantName: "default" });
    expect(self.limits).toEqual({ requestsPerSecond: 0, uploadBytes: defaultMaxUploadBytes });
  });

  test("a key is renamed by one that holds its scopes, and keeps its rights", async () => {
    const narrow = await create(["api_keys:write"]);
    const wide = await create(["api_keys:write", "persons:read"]);
    const rename = (by: Api, keyId: string) => by.send("updateApiKey", { params: { key_id: keyId }, body: { name: "CRM sync" } });
    expect((await rename(narrow.api, wide.keyId)).body).toMatchObject({ code: "insufficient_scope" });
    expect((await rename(api(), wide.keyId)).body).toMatchObject({ name: "CRM sync", scopes: wide.scopes });
    expect((await recordOf(wide.keyId))?.name).toBe("CRM sync");
    expect(await statusOf(wide.api)).toBe(200);
  });

  test("a key can't revoke one with more scopes, and can revoke itself", async () => {
    const narrow = await create(["api_keys:write"]);
    const wide = await create(["api_keys:write", "persons:read"]);
    expect((await narrow.api.refusal("revokeApiKey", { params: { key_id: wide.keyId } })).code).toBe("insufficient_scope");
    expect(await statusOf(wide.api)).toBe(200);
    await revoke(narrow.keyId, narrow.api);
    expect((await narrow.api.refusal("listApiKeys", {})).code).toBe("invalid_api_key");
  });

  test("a key is foyer_, 43 random characters and a checksum, and works at once", async () => {
    const { api: key, hint } = await create(["*"]);
    expect(key.key).toMatch(/^foyer_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(hint).toBe(key.key.slice(-4));
    expect(checksumOf(key.key.slice(6, 49))).toBe(key.key.slice(50));
    expect(await statusOf(key)).toBe(200);
    expect((await create(["*"])).api.key).not.toBe(key.key);
  });

  test("a key is shown once: no list, event or later answer has it", async () => {
    const { api: key, keyId, createdAt } = await create(["topics:read", "persons:read"]);
    expect(await recordOf(keyId)).toEqual({
      keyId,
      name: "A key",
      scopes: ["topics:read", "persons:read"],
      hint: key.key.slice(-4),
      createdAt,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    });
    const shown = JSON.stringify([await api().call("listApiKeys", {}), await api().call("listEvents", {})]);
    expect(shown).not.toContain(key.key.slice(6, 49));
  });

  test("a missing, damaged, unknown, revoked and expired key are all refused with 401", async () => {
    const { api: key, keyId } = await create(["*"]);
    const { api: short } = await create(["*"], (await now()) + minuteMs);
    await revoke(keyId);
    service().advance(minuteMs);
    const flipped = api().key.replace(/.$/, (last) => (last === "x" ? "y" : "x"));
    const wrong = [key.key, short.key, flipped, "x", `foyer_${"0".repeat(43)}_${checksumOf("0".repeat(43))}`, `${api().key}x`];
    for (const secret of wrong) {
      const { status, body, headers } = await new Api(service().origin, secret).send("listPersons", {});
      expect([status, (body as { code: string }).code]).toEqual([401, "invalid_api_key"]);
      expect(headers.get("www-authenticate")).toContain("x-api-key");
    }
    const missing = await fetch(`${service().origin}/v0/persons`);
    expect([missing.status, ((await missing.json()) as { code: string }).code]).toEqual([401, "missing_api_key"]);
    expect(missing.headers.get("www-authenticate")).toContain("x-api-key");
    expect((await fetch(`${service().origin}/v0/nowhere`)).status).toBe(401);
  });

  test("a key does what its scopes say and nothing else", async () => {
    const { api: key } = await create(["persons:read", "topics:write"]);
    expect((await key.send("listPersons", {})).status).toBe(200);
    expect((await key.send("createTopic", { body: { title: "Mine" } })).status).toBe(201);
    expect((await key.refusal("listTopics", {})).code).toBe("insufficient_scope");
    expect((await key.refusal("createPerson", { body: { name: "No" } })).code).toBe("insufficient_scope");
    expect((await key.refusal("listApiKeys", {})).detail).toContain("api_keys:read");
    for (const scope of allScopes) expect((await create([scope])).scopes).toEqual([scope]);
    for (const scopes of [[], ["persons"], ["persons:delete"], ["persons:*"]]) {
      const refused = await api().refusal("createApiKey", { body: { name: "x", scopes: scopes as Scope[] } });
      expect(refused.code).toBe("validation_failed");
    }
  });

  test("a key works exactly until it expires", async () => {
    const { api: key, expiresAt } = await create(["persons:read"], (await now()) + 10 * minuteMs);
    service().advance(9 * minuteMs);
    expect(await statusOf(key)).toBe(200);
    service().advance(minuteMs);
    expect(await statusOf(key)).toBe(401);
    const past = await api().refusal("createApiKey", { body: { name: "x", scopes: ["*"], expiresAt: expiresAt as string } });
    expect(past.errors).toMatchObject([{ location: "body.expiresAt", code: "in_the_past" }]);
  });

  test("a revoked key is refused from the next request on; revoking again changes nothing", async () => {
    const { api: key, keyId } = await create(["*"]);
    expect(await statusOf(key)).toBe(200);
    const revoked = await revoke(keyId);
    expect(revoked.revokedAt).not.toBeNull();
    expect(await statusOf(key)).toBe(401);
    service().advance(minuteMs);
    expect((await revoke(keyId)).revokedAt).toBe(revoked.revokedAt);
    expect(await recordOf(keyId)).toMatchObject({ revokedAt: revoked.revokedAt });
    const { items } = await api().call("listEvents", { query: { type: "api_key.revoked" } });
    expect(items.filter(({ data }) => data.keyId === keyId)).toHaveLength(1);
    expect((await api().refusal("revokeApiKey", { params: { key_id: "key_none" } })).code).toBe("not_found");
  });

  test("a key can revoke itself, whatever its scopes, and no other without the scope", async () => {
    const [{ api: key, keyId }, { keyId: another }] = [await create(["persons:read"]), await create(["persons:read"])];
    expect((await key.refusal("revokeApiKey", { params: { key_id: another } })).code).toBe("insufficient_scope");
    await revoke(keyId, key);
    expect(await statusOf(key)).toBe(401);
  });

  test.each([
    ["0", 0],
    ["1h", hourMs],
    ["24h", 24 * hourMs],
    ["7d", 168 * hourMs],
    [undefined, 24 * hourMs],
  ] as const)(
    "with an overlap of %p the old key goes on for %p ms after a rotation, the new one for good",
    async (overlap, overlapMs) => {
      const { api: old, keyId, name, scopes } = await create(["persons:read"]);
      expect(await statusOf(old)).toBe(200);
      const rotated = await api().call("rotateApiKey", { params: { key_id: keyId }, ...(overlap && { body: { overlap } }) });
      expect(rotated).toMatchObject({ name, scopes, expiresAt: null });
      expect(rotated.keyId).not.toBe(keyId);
      expect((await recordOf(keyId))?.expiresAt).toBe(`+${Number(rotated.createdAt) + overlapMs}`);
      const renewed = new Api(service().origin, rotated.key as string);
      expect(await statusOf(renewed)).toBe(200);
      if (overlapMs > 0) {
        service().advance(overlapMs - minuteMs);
        expect(await statusOf(old)).toBe(200);
        service().advance(minuteMs);
      }
      expect(await statusOf(old)).toBe(401);
      expect(await statusOf(renewed)).toBe(200);
    },
  );

  test("rotating keeps a key's expiry, and an expired or revoked key can't be rotated", async () => {
    const end = (await now()) + hourMs;
    const { keyId, expiresAt } = await create(["persons:read"], end);
    const rotated = await api().call("rotateApiKey", { params: { key_id: keyId }, body: { overlap: "7d" } });
    expect(rotated.expiresAt).toBe(expiresAt);
    expect((await recordOf(keyId))?.expiresAt).toBe(expiresAt);
    await revoke(keyId);
    expect(await api().refusal("rotateApiKey", { params: { key_id: keyId } })).toMatchObject({
      status: 409,
      code: "key_not_active",
    });
    service().advance(hourMs);
    const expired = await api().refusal("rotateApiKey", { params: { key_id: rotated.keyId } });
    expect(expired.code).toBe("key_not_active");
    expect((await api().refusal("rotateApiKey", { params: { key_id: "key_none" } })).code).toBe("not_found");
  });

  test("of ten rotations of one key at once without an overlap, one succeeds", async () => {
    const { keyId } = await create(["persons:read"]);
    const rotate = () => api().send("rotateApiKey", { params: { key_id: keyId }, body: { overlap: "0" } });
    const answers = await Promise.all(Array.from({ length: 10 }, rotate));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test("a key can't grant scopes or a lifetime it does not have, nor gain another's by rotating it", async () => {
    const end = (await now()) + hourMs;
    const { api: small } = await create(["api_keys:write", "persons:read"], end);
    const big = await create(["*"]);
    const refused = async (scopes: Scope[], expiresAt?: number) => {
      const body = { name: "More", scopes, ...(expiresAt && { expiresAt: `+${expiresAt}` }) };
      return (await small.refusal("createApiKey", { body })).code;
    };
    expect(await refused(["*"], end)).toBe("insufficient_scope");
    expect(await refused(["persons:write"], end)).toBe("insufficient_scope");
    expect(await refused(["persons:read", "topics:read"], end)).toBe("insufficient_scope");
    expect(await refused(["persons:read"])).toBe("insufficient_scope");
    expect(await refused(["persons:read"], end + 1)).toBe("insufficient_scope");
    expect((await small.refusal("rotateApiKey", { params: { key_id: big.keyId } })).code).toBe("insufficient_scope");
    const { api: longer, keyId } = await create(["persons:read"]);
    expect((await small.refusal("rotateApiKey", { params: { key_id: keyId } })).code).toBe("insufficient_scope");
    expect([await statusOf(big.api), await statusOf(longer)]).toEqual([200, 200]);
    expect((await create(["persons:read"], end, small)).expiresAt).toBe(`+${end}`);
  });

  test("lastUsedAt is written once a minute at the most", async () => {
    const { api: key, keyId } = await create(["persons:read"]);
    const lastUsed = async () => (await recordOf(keyId))?.lastUsedAt ?? null;
    expect(await lastUsed()).toBeNull();
    await statusOf(key);
    const first = await eventually(lastUsed, (at) => at !== null);
    for (let second = 0; second < 3; second += 1) {
      service().advance(15_000);
      await statusOf(key);
    }
    await Bun.sleep(30);
    expect(await lastUsed()).toBe(first);
    service().advance(16_000);
    await statusOf(key);
    const second = await eventually(lastUsed, (at) => at !== first);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(minuteMs);
  });

  test("the list has every key, newest first, expired and revoked ones too", async () => {
    const { keyId } = await create(["*"]);
    await revoke(keyId);
    const { items, totalCount } = await api().call("listApiKeys", { query: { limit: 1 } });
    expect(items).toMatchObject([{ keyId }]);
    expect(totalCount).toBeGreaterThan(10);
  });

  test("a name taken in one tenant is free in another", async () => {
    const other = await createTenant(service(), "other");
    for (const tenant of [api(), other.api]) {
      const person = await tenant.call("createPerson", { body: { name: "Twin", email: "twin@twin.example" } });
      expect(person.slug).toBe("twin");
      expect(await tenant.call("listPersons", {})).toMatchObject({ items: [person], totalCount: 1 });
      expect((await tenant.call("listAccounts", { query: { domain: "twin.example" } })).items[0]?.linkedPersons).toEqual([
        person,
      ]);
    }
  });
});

function checksumOf(random: string): string {
  let rest = createHash("sha256").update(random).digest().readUInt32BE(0);
  let text = "";
  for (; text.length < 6; rest = Math.floor(rest / 62)) text = base62[rest % 62] + text;
  return text;
}

async function eventually<Value>(read: () => Promise<Value>, isIt: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    const value = await read();
    if (isIt(value) || tries === 100) return value;
    await Bun.sleep(10);
  }
}
