import { expect, spyOn, test } from "bun:test";
import { createEventStreams } from "../../server/api/event-stream/event-streams";
import { maxWaitingBytes, StreamReader } from "../../server/api/event-stream/stream-reader";
import { recordEvents } from "../../server/events/record";
import { lastPosition } from "../../server/features/events";
import { createIds } from "../../server/records/ids";
import { hasUnnumbered } from "../../server/webhooks/feed/number-events";
import { onBothEngines } from "../support/database/engines";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { createTenant } from "../support/service/tenants";

onBothEngines("a stream that catches up", (engine) => {
  const service = useService(engine);
  const newId = createIds(Date.now);
  const isPage = (query: { pieces: readonly string[] }) => query.pieces.join("").includes("octet_length(data)");

  /** So many events of the tenant. Returns the last position once all have one. */
  async function happen(tenantId: string, count: number): Promise<number> {
    const { db } = service();
    const events = Array.from({ length: count }, (_, index) => {
      const topicId = `topic_${index}`;
      return { type: "topic.deleted" as const, subjectId: topicId, data: { topicId } };
    });
    await db.transaction((tx) => recordEvents({ db: tx, tenantId, now: Date.now(), newId }, events));
    await until(async () => !(await hasUnnumbered(db)));
    return lastPosition({ db, tenantId, now: Date.now(), site: testSite });
  }

  test("misses nothing that happens while it reads what was before", async () => {
    const { tenantId } = await createTenant(service(), crypto.randomUUID());
    const before = await happen(tenantId, 3);
    const { db } = service();
    const slowly = { ...db };
    const { promise: untilRead, resolve: go } = Promise.withResolvers<void>();
    let pages = 0;
    // The first page of the late reader takes its time; all other reads don't.
    slowly.all = async (query) => {
      const rows = await db.all(query);
      if (isPage(query)) pages += 1;
      if (isPage(query) && pages === 1) await untilRead;
      return rows as never;
    };
    const streams = createEventStreams({ db: slowly, site: testSite, clock: Date.now, validKeys: async (keys) => new Set(keys) });
    const open = async (after?: number) => (await streams.open({ tenantId, secret: "x", wanted: {}, after })).getReader();
    try {
      const late = await open(0);
      await until(() => pages === 1);
      const now = await open();
      const last = await happen(tenantId, 2);
      const positions = async (reader: typeof now) => {
        const found: number[] = [];
        const decoder = new TextDecoder();
        while (found.at(-1) !== last) {
          const { value, done } = await reader.read();
          if (done) break;
          found.push(...[...decoder.decode(value).matchAll(/^id: (\d+)\nevent/gm)].map(([, id]) => Number(id)));
        }
        return found;
      };
      expect(await positions(now)).toEqual([before + 1, before + 2]);
      go();
      expect(await positions(late)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    } finally {
      streams.close();
    }
  });

  test("reads little ahead of a reader that takes nothing", async () => {
    const { api, tenantId } = await createTenant(service(), crypto.randomUUID());
    const { topicId } = await api.call("createTopic", { body: { title: "T" } });
    const content = { type: "text", content: "x".repeat(90_000) };
    for (let count = 0; count < 25; count += 1) {
      await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    }
    await happen(tenantId, 1);
    const { db } = service();
    let bytes = 0;
    const noting = { ...db };
    noting.all = async (query) => {
      const rows = await db.all<{ data?: string }>(query);
      for (const { data = "" } of rows) bytes += data.length;
      return rows as never;
    };
    const streams = createEventStreams({ db: noting, site: testSite, clock: Date.now, validKeys: async (keys) => new Set(keys) });
    try {
      await streams.open({ tenantId, secret: "x", wanted: {}, after: 0 });
      await until(() => bytes > 0);
      await Bun.sleep(500);
      // All of a tenant's streams together can make the service keep a hundred times as much.
      expect(bytes).toBeLessThan(1_000_000);
    } finally {
      streams.close();
    }
  });

  test("is not sent more at once than may wait for it, however much happens at once", async () => {
    const { api, tenantId } = await createTenant(service(), crypto.randomUUID());
    const { topicId } = await api.call("createTopic", { body: { title: "T" } });
    await happen(tenantId, 1);
    const { db } = service();
    const streams = createEventStreams({ db, site: testSite, clock: Date.now, validKeys: async (keys) => new Set(keys) });
    const sent = spyOn(StreamReader.prototype, "send");
    try {
      const body = await streams.open({ tenantId, secret: "x", wanted: {}, after: undefined });
      await Bun.sleep(100);
      const newId = createIds(Date.now);
      const data = { topicId, text: "x".repeat(90_000) };
      const events = Array.from({ length: 11 }, () => ({ type: "topic.deleted" as const, subjectId: topicId, data }));
      await db.transaction((tx) => recordEvents({ db: tx, tenantId, now: Date.now(), newId }, events as never));
      const sentBytes = () => sent.mock.calls.reduce((sum, [message]) => sum + message.length, 0);
      await until(() => sentBytes() > 90_000);
      await Bun.sleep(200);
      expect(sentBytes()).toBeLessThan(maxWaitingBytes + 1_000);
      let received = 0;
      for await (const piece of body) {
        received += new TextDecoder().decode(piece).split("event: topic.deleted").length - 1;
        if (received === events.length) break;
      }
    } finally {
      sent.mockRestore();
      streams.close();
    }
  });

  test("over many events that it does not want lets others be answered meanwhile", async () => {
    const { api, tenantId } = await createTenant(service(), crypto.randomUUID());
    const pages = 16;
    await happen(tenantId, pages * 1_000);
    const { db } = service();
    const { all } = db;
    let [read, readInThisTurn, mostInATurn] = [0, 0, 0];
    db.all = (query) => {
      if (isPage(query)) {
        read += 1;
        readInThisTurn += 1;
        mostInATurn = Math.max(mostInATurn, readInThisTurn);
        setImmediate(() => {
          readInThisTurn = 0;
        });
        // As on a slow machine.
        for (const slowUntil = performance.now() + 5; performance.now() < slowUntil; );
      }
      return all(query);
    };
    const ending = new AbortController();
    const url = `${service().origin}/v0/events/stream?after=0&type=page.created`;
    const response = await fetch(url, { headers: { "x-api-key": api.key }, signal: ending.signal });
    try {
      expect(response.status).toBe(200);
      await until(() => read >= pages);
    } finally {
      db.all = all;
      ending.abort();
      // Named here, so that it is not collected before: that would end the stream.
      await response.body?.cancel().catch(() => {});
    }
    expect(mostInATurn).toBeLessThan(0.75 * pages);
  });
});
