import { expect, test } from "bun:test";
import { connect } from "node:net";
import { keyCheckMs } from "../../server/api/event-stream/event-streams";
import { slowReaderMs } from "../../server/api/event-stream/stream-reader";
import { type Sql, sql } from "../../server/storage/sql";
import { onTodaysEngine } from "../support/database/engines";
import { follow } from "../support/features/event-stream";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createKey, createTenant } from "../support/service/tenants";

onTodaysEngine("the stream of events", (engine) => {
  const service = useService(engine);
  const tenant = async (name: string) => createTenant(service(), name);

  test("has what happens from now on, each event once, in order", async () => {
    const { api } = await tenant("now");
    await api.call("createTopic", { body: { title: "Before" } });
    // The tenant's key is an event too.
    await until(async () => (await api.call("listEvents", { query: { after: 0 } })).items.length === 2);
    const stream = await follow(service().origin, api.key);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    for (let count = 0; count < 20; count += 1) await api.call("createTopic", { body: { title: `T${count}` } });
    const messages = await stream.has(20);
    const { items } = await api.call("listEvents", { query: { after: 2 } });
    expect(messages.map(({ data }) => data as unknown)).toEqual(items);
    expect(messages.map(({ id, event }) => [Number(id), event])).toEqual(
      items.map(({ position, type }) => [position as number, type]),
    );
    stream.end();
  });

  test("shows events of a time alone when it is asked for one", async () => {
    const { api } = await tenant("time");
    const made = [];
    for (const title of ["Before", "Then", "After"]) {
      made.push(await api.call("createTopic", { body: { title } }));
      service().advance(60_000);
    }
    const [, then] = made.map(({ createdAt }) => Number(createdAt));
    const between = `from=%2B${(then as number) - 1_000}&to=%2B${(then as number) + 1_000}`;
    const stream = await follow(service().origin, api.key, { query: `?after=0&${between}` });
    await stream.has(1);
    await api.call("createTopic", { body: { title: "Later" } });
    const all = await follow(service().origin, api.key, { query: "?after=0&type=topic.created" });
    await all.has(4);
    expect(stream.messages.map(({ data }) => data.subjectId)).toEqual([made[1]?.topicId as string]);
    stream.end();
    all.end();
    const wrong = await fetch(`${service().origin}/v0/events/stream?from=%2B20&to=%2B10`, { headers: { "x-api-key": api.key } });
    expect(wrong.status).toBe(422);
  });

  test("goes on from Last-Event-ID, without a gap or a repeat", async () => {
    const { api } = await tenant("resume");
    for (let count = 0; count < 250; count += 1) await api.call("createTopic", { body: { title: `T${count}` } });
    const first = await follow(service().origin, api.key, { query: "?after=0" });
    const seen = (await first.has(100)).slice(0, 100);
    first.end();
    const second = await follow(service().origin, api.key, { lastEventId: seen.at(-1)?.id as string });
    await api.call("createTopic", { body: { title: "Last" } });
    const positions = [...seen, ...(await second.has(152))].map(({ data }) => data.position);
    expect(positions).toEqual(Array.from({ length: 252 }, (_, index) => index + 1));
    second.end();
  });

  test("refuses a position that is damaged or not reached yet, and says where it was and what is the last", async () => {
    const { api } = await tenant("damaged");
    await api.call("createTopic", { body: { title: "T" } });
    await until(async () => (await api.call("listEvents", { query: { after: 0 } })).items.length === 2);
    const refusal = async (options: { query?: string; lastEventId?: string }) => {
      const headers = {
        "x-api-key": api.key,
        ...(options.lastEventId !== undefined && { "last-event-id": options.lastEventId }),
      };
      const response = await fetch(`${service().origin}/v0/events/stream${options.query ?? ""}`, {
        headers,
        signal: AbortSignal.timeout(5_000),
      });
      expect(response.status).toBe(422);
      return ((await response.json()) as { errors: { location: string; code: string; message: string }[] }).errors;
    };
    const [wrong] = await refusal({ query: "?after=abc" });
    expect(wrong?.location).toBe("query.after");
    const damaged = { ...wrong, location: "header.Last-Event-ID" };
    for (const lastEventId of ["zz", "1x", "-1", "1.5", "", "9".repeat(16)]) {
      expect([lastEventId, (await refusal({ lastEventId }))[0]?.location]).toEqual([lastEventId, damaged.location]);
    }
    expect((await refusal({ lastEventId: "zz" })) as unknown).toEqual([damaged]);
    const both = await refusal({ lastEventId: "zz", query: "?after=abc" });
    expect(both.map(({ location }) => location).sort()).toEqual(["header.Last-Event-ID", "query.after"]);
    const beyond = { code: "too_big", message: "must be at most 2, the last position there is" };
    expect(await refusal({ query: "?after=999999" })).toEqual([{ location: "query.after", ...beyond }]);
    const listed = await api.refusal("listEvents", { query: { after: 3 } });
    expect(listed.errors).toEqual([{ location: "query.after", ...beyond }]);
    expect((await api.call("listEvents", { query: { after: 2 } })).lastPosition).toBe(2);
    expect(await refusal({ lastEventId: "3" })).toEqual([{ location: "header.Last-Event-ID", ...beyond }]);
    const last = await follow(service().origin, api.key, { lastEventId: "2", query: "?after=999999" });
    expect(last.response.status).toBe(200);
    last.end();
  });

  test("is filtered by type and subject", async () => {
    const { api } = await tenant("filter");
    const stream = await follow(service().origin, api.key, { query: "?after=0&type=topic.deleted,topic.updated" });
    const { topicId } = await api.call("createTopic", { body: { title: "T" } });
    await api.call("updateTopic", { params: { topic_id: topicId }, body: { title: "U" } });
    await api.call("deleteTopic", { params: { topic_id: topicId } });
    expect((await stream.has(2)).map(({ event }) => event)).toEqual(["topic.updated", "topic.deleted"]);
    stream.end();
  });

  const isKeyCheck = (query: Sql) => query.pieces.join("").includes("FROM api_keys WHERE hash");

  test("needs the scope", async () => {
    const { tenantId } = await tenant("scope");
    const other = await createKey(service().db, tenantId, ["topics:read"]);
    expect((await follow(service().origin, other)).response.status).toBe(403);
    expect((await follow(service().origin, "wrong")).response.status).toBe(401);
  });

  const endings = {
    "is revoked": sql`revoked_at = 1`,
    expires: sql`expires_at = 1`,
    "may no longer read events": sql`scopes = '["topics:read"]'`,
  };

  test.each(Object.entries(endings))("ends within a second, which is two checks, after its key %s", async (_, change) => {
    const { api, tenantId } = await tenant(crypto.randomUUID());
    const { key, keyId } = await api.call("createApiKey", { body: { name: "reader", scopes: ["events:read"] } });
    const stream = await follow(service().origin, key as string);
    expect(stream.response.status).toBe(200);
    const { db } = service();
    const { all } = db;
    const { promise: untilTested, resolve: tested } = Promise.withResolvers<void>();
    let checks = 0;
    try {
      // As another node does it, of which this one is not told.
      await db.transaction((tx) =>
        tx.run(sql`UPDATE api_keys SET ${change} WHERE tenant_id = ${tenantId} AND key_id = ${keyId}`),
      );
      db.all = async (query) => {
        if (isKeyCheck(query)) checks += 1;
        if (isKeyCheck(query) && checks > 2) await untilTested;
        return all(query);
      };
      await until(() => stream.state.isOver);
    } finally {
      db.all = all;
      tested();
    }
    expect(2 * keyCheckMs).toBeLessThanOrEqual(1_000);
  });

  test("keys of many streams are checked with one query", async () => {
    const { tenantId } = await tenant("many keys");
    const { db, origin } = service();
    const keys = await Promise.all(Array.from({ length: 20 }, () => createKey(db, tenantId, ["events:read"])));
    const streams = await Promise.all(keys.map((key) => follow(origin, key)));
    const { all, first } = db;
    let checks = 0;
    const counting =
      <Answer>(read: (query: Sql) => Answer) =>
      (query: Sql) => {
        if (isKeyCheck(query)) checks += 1;
        return read(query);
      };
    const started = performance.now();
    Object.assign(db, { all: counting(all), first: counting(first) });
    try {
      await until(() => checks >= 2);
    } finally {
      Object.assign(db, { all, first });
    }
    expect(checks).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - started) / keyCheckMs));
    for (const stream of streams) stream.end();
  });

  test("an event of one tenant is looked for once, however many tenants have streams", async () => {
    const tenants = await Promise.all(Array.from({ length: 12 }, (_, index) => tenant(`quiet ${index}`)));
    const streams = await Promise.all(tenants.map(({ api }) => follow(service().origin, api.key)));
    await Bun.sleep(500);
    const { db } = service();
    const { all } = db;
    let reads = 0;
    db.all = (query) => {
      if (query.pieces.join("").includes("octet_length(data)")) reads += 1;
      return all(query);
    };
    try {
      await tenants[0]?.api.call("createTopic", { body: { title: "T" } });
      await streams[0]?.has(1);
      await Bun.sleep(1_200);
    } finally {
      db.all = all;
    }
    expect(reads).toBeWithin(1, 4);
    for (const stream of streams) stream.end();
  });

  const addLarge = async (api: Awaited<ReturnType<typeof tenant>>["api"], topics: number) => {
    const content = { type: "text", content: "x".repeat(90_000) };
    for (let topic = 0; topic < topics; topic += 1) {
      const { topicId } = await api.call("createTopic", { body: { title: "T" } });
      const add = () => api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
      for (let count = 0; count < 30; count += 1) await add();
    }
  };

  test("a reader gets more than may wait for it, as fast as it takes it, without being cut off", async () => {
    const { api } = await tenant("large");
    await addLarge(api, 2);
    await until(async () => (await api.call("listEvents", { query: { limit: 1 } })).items[0]?.position === 63);
    const stream = await follow(service().origin, api.key, { query: "?after=0" });
    const positions = (await stream.has(63)).map(({ data }) => data.position);
    expect(positions).toEqual(Array.from({ length: 63 }, (_, index) => index + 1));
    expect(stream.state.isOver).toBe(false);
    stream.end();
  });

  test("a reader that takes nothing is cut off, and the service keeps little for it", async () => {
    const { api } = await tenant("slow");
    const { hostname, port } = new URL(service().origin);
    const socket = connect(Number(port), hostname);
    let isClosed = false;
    let bytes = 0;
    socket.on("data", (piece) => {
      bytes += piece.length;
    });
    socket.on("close", () => {
      isClosed = true;
    });
    socket.on("error", () => {});
    socket.write(`GET /v0/events/stream HTTP/1.1\r\nhost: x\r\nx-api-key: ${api.key}\r\n\r\n`);
    socket.pause();
    await Bun.sleep(200);
    await addLarge(api, 8);
    await Bun.sleep(slowReaderMs + 1_000);
    await until(async () => {
      socket.resume();
      return isClosed;
    });
    expect(bytes).toBeLessThan(240 * 90_000);
  });
});
