import { afterEach, describe, expect, test } from "bun:test";
import type { Holder } from "../../server/api/keyring";
import { createGuessLimit, createRateLimit } from "../../server/api/limits";
import { Problem } from "../../server/records/problem";
import { onTodaysEngine } from "../support/database/engines";
import { Api, type Received } from "../support/service/api";
import { startTestService, type TestService, useService } from "../support/service/service";

describe("the bucket of a key", () => {
  const holder = (tokens: number): Holder => ({
    tenantId: "t",
    keyId: "k",
    scopes: ["*"],
    expiresAt: null,
    bucket: { tokens, at: 0 },
  });
  const taken = (perSecond: number, of: Holder, now: number) => {
    try {
      return createRateLimit(perSecond).take(of, now);
    } catch (error) {
      return (error as Problem).details.headers?.["retry-after"];
    }
  };

  test("holds two seconds of requests, refills every second and never overflows", () => {
    const key = holder(createRateLimit(5).bucketSize);
    for (let left = 9; left >= 0; left -= 1) expect(taken(5, key, 0)).toMatchObject({ limit: "10", remaining: String(left) });
    expect(taken(5, key, 199)).toBe("1");
    expect(taken(5, key, 200)).toMatchObject({ remaining: "0", resetSeconds: "2" });
    expect(taken(5, key, 1_200)).toMatchObject({ remaining: "4", resetSeconds: "2" });
    expect(taken(5, key, 1_000_000)).toMatchObject({ remaining: "9", resetSeconds: "1" });
  });

  test("a clock that goes back neither fills nor empties it", () => {
    const key = holder(1);
    key.bucket.at = 10_000;
    expect(taken(1, key, 5_000)).toMatchObject({ remaining: "0" });
    expect(taken(1, key, 5_001)).toBe("1");
  });

  test("0 is no limit", () => {
    const key = holder(0);
    for (let request = 0; request < 10_000; request += 1) expect(taken(0, key, 0)).toBeUndefined();
  });
});

describe("the count of wrong keys", () => {
  test("is kept for each address and starts again every minute", () => {
    const count = createGuessLimit();
    for (let guess = 0; guess < 600; guess += 1) count("1.1.1.1", 60_000);
    count("2.2.2.2", 60_000);
    const refused = attempt(() => count("1.1.1.1", 89_500));
    expect(refused?.code).toBe("rate_limited");
    expect(refused?.details.headers?.["retry-after"]).toBe("31");
    expect(attempt(() => count("1.1.1.1", 120_000))).toBeUndefined();
  });

  function attempt(work: () => void): Problem | undefined {
    try {
      work();
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }
});

onTodaysEngine("the rate limit", (engine) => {
  let service: TestService;
  afterEach(() => service.stop());

  const ask = (api: Api) => api.send("listTopics", { query: { limit: 1 } });
  const keyOf = async (api: Api) =>
    new Api(api.origin, (await api.call("createApiKey", { body: { name: "k", scopes: ["*"] } })).key as string);
  const remaining = ({ headers }: Received<unknown>) => Number(headers.get("ratelimit-remaining"));

  test("is counted down in every answer, refuses with Retry-After, and allows requests again after that time", async () => {
    service = await startTestService(engine, { rateLimit: 5, isClockStopped: true });
    const { api, advance } = service;
    const key = await keyOf(api);
    const first = await ask(key);
    expect(first.headers.get("ratelimit-limit")).toBe("10");
    expect([remaining(first), first.headers.get("ratelimit-reset")]).toEqual([9, "1"]);
    const refusedInput = await key.send("listTopics", { query: { limit: 0 } });
    expect([refusedInput.status, refusedInput.headers.get("ratelimit-limit")]).toEqual([422, "10"]);
    expect(remaining(refusedInput)).toBe(8);
    const missing = await key.send("getPerson", { params: { person_id: "person_none" } });
    expect([missing.status, missing.headers.get("ratelimit-limit")]).toEqual([404, "10"]);
    for (let left = 6; left >= 0; left -= 1) expect(remaining(await ask(key))).toBe(left);
    const refused = await ask(key);
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([429, "rate_limited"]);
    expect([remaining(refused), refused.headers.get("ratelimit-limit"), refused.headers.get("retry-after")]).toEqual([
      0,
      "10",
      "1",
    ]);
    expect((await ask(api)).status).toBe(200);
    advance(1_000);
    expect(remaining(await ask(key))).toBe(4);
    advance(60_000);
    expect(remaining(await ask(key))).toBe(9);
  });

  test("holds for many requests at once, with a new key or a known one", async () => {
    service = await startTestService(engine, { rateLimit: 5, isClockStopped: true });
    const key = await keyOf(service.api);
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(Array.from({ length: 60 }, () => ask(key)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
      service.advance(60_000);
    }
  });
});

onTodaysEngine("no rate limit", (engine) => {
  const service = useService(engine, { isClockStopped: true });

  test("applies when it is set to 0: no headers, no refusals", async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => service().api.send("listPersons", {})));
    for (const { status, headers } of answers) expect([status, headers.get("ratelimit-limit")]).toEqual([200, null]);
  });

  test("still counts wrong keys: 600 a minute from one address, then 429; missing keys don't count", async () => {
    const { origin, api, advance } = service();
    const many = (count: number, headers: Record<string, string>) =>
      Promise.all(Array.from({ length: count }, async () => (await fetch(`${origin}/v0/persons`, { headers })).status));
    expect(new Set(await many(700, {}))).toEqual(new Set([401]));
    expect(new Set(await many(600, { "x-api-key": "wrong" }))).toEqual(new Set([401]));
    const { status, headers } = await new Api(origin, "wrong again").send("listPersons", {});
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeWithin(1, 61);
    expect(new Set(await many(1, {}))).toEqual(new Set([401]));
    expect((await api.send("listPersons", {})).status).toBe(200);
    advance(60_000);
    expect(new Set(await many(1, { "x-api-key": "wrong" }))).toEqual(new Set([401]));
  });
});
