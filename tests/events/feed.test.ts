import { expect, test } from "bun:test";
import { recordEvent } from "../../server/events/record";
import { createIds } from "../../server/records/ids";
import { openDatabase } from "../../server/storage/open";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { leastPage, makeAudience } from "../support/features/versions";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

onBothEngines("the feed", (engine) => {
  const service = useService(engine);
  const newTenant = () => createTenant(service(), crypto.randomUUID());

  test("is read forward by position: nothing is missed, nothing comes twice", async () => {
    const { api } = await newTenant();
    const titles = Array.from({ length: 23 }, (_, index) => `T${index}`);
    for (const title of titles) await api.call("createTopic", { body: { title } });
    await until(async () => (await api.call("listEvents", { query: { after: 0, limit: 100 } })).items.length === 24);
    const seen: string[] = [];
    let after = 0;
    for (let hasMore = true; hasMore; ) {
      const page = await api.call("listEvents", { query: { after, limit: 5, type: "topic.created" } });
      expect([page.nextCursor, page.totalCount]).toEqual([null, null]);
      seen.push(...page.items.map(({ data }) => data.title as string));
      after = page.lastPosition as number;
      hasMore = page.hasMore;
    }
    expect(seen).toEqual(titles);
    expect(await api.call("listEvents", { query: { after } })).toMatchObject({ items: [], hasMore: false, lastPosition: after });
    await api.call("createTopic", { body: { title: "Later" } });
    await until(async () => (await api.call("listEvents", { query: { after } })).items.length === 1);
  });

  test("numbers changes together that follow each other", async () => {
    const { api, tenantId } = await newTenant();
    const { db } = service();
    const newId = createIds(Date.now);
    const change = (topicId: string) =>
      db.transaction((tx) => recordEvent({ db: tx, tenantId, now: Date.now(), newId }, "topic.deleted", topicId, { topicId }));
    let changes = 0;
    const begunAt = performance.now();
    const { changes: made } = await recordQueries(db, async () => {
      while (changes < 200 || performance.now() - begunAt < 250) await change(`topic_${changes++}`);
    });
    const passedMs = performance.now() - begunAt;
    const numbered = made.filter(({ text }) => /UPDATE events SET position/.test(text)).length;
    expect(numbered).toBeGreaterThan(0);
    expect(numbered).toBeLessThanOrEqual(2 + passedMs / 49);
    let after = 0;
    await until(async () => {
      const page = await api.call("listEvents", { query: { after, subjectId: `topic_${changes - 1}` } });
      after = page.lastPosition as number;
      return page.items.length === 1;
    });
  });

  test("is in the order of commits, unlike identifiers, which are in the order in which changes began", async () => {
    const { api, tenantId } = await newTenant();
    const { db, storage } = service();
    const other = engine === "postgres" ? openDatabase(storage) : db;
    const newId = createIds(Date.now);
    const write = (topicId: string, eventId: string, before: Promise<unknown>) =>
      other.transaction(async (tx) => {
        const ctx = { db: tx, tenantId, now: Date.now(), newId: () => eventId };
        await recordEvent(ctx, "topic.deleted", topicId, { topicId });
        await before;
      });
    const position = async (subjectId: string) =>
      (await api.call("listEvents", { query: { after: 0, subjectId } })).items[0]?.position ?? 0;
    const [early, late] = [newId("event"), newId("event")];
    if (engine === "postgres") {
      const { promise, resolve } = Promise.withResolvers<void>();
      const first = write("topic_first", early, promise);
      await write("topic_second", late, Promise.resolve());
      await until(async () => (await position("topic_second")) > 0);
      expect(await position("topic_first")).toBe(0);
      resolve();
      await first;
      await other.close();
    } else {
      await write("topic_second", late, Promise.resolve());
      await until(async () => (await position("topic_second")) > 0);
      await write("topic_first", early, Promise.resolve());
    }
    await until(async () => (await position("topic_first")) > 0);
    expect(await position("topic_first")).toBeGreaterThan(await position("topic_second"));
  });

  test("has a change after those that it could see, also when they are numbered together and the clocks of nodes differ", async () => {
    const { api, tenantId } = await newTenant();
    const { db, storage } = service();
    // One process serves a file of SQLite.
    const others = engine === "postgres" ? [openDatabase(storage), openDatabase(storage)] : [db];
    const ids = others.map((_, node) => createIds(() => Date.now() - node * 5_000));
    const topics = Array.from({ length: 20 }, (_, index) => `topic_${index}`);
    const { promise: untilCommitted, resolve: release } = Promise.withResolvers<void>();
    const { promise: untilHeld, resolve: held } = Promise.withResolvers<void>();
    // On SQLite nothing else is written meanwhile.
    const holding =
      engine === "sqlite"
        ? Promise.resolve()
        : db.transaction(async (tx) => {
            await tx.lock("feed");
            held();
            await untilCommitted;
          });
    if (engine === "postgres") await untilHeld;
    for (const [index, topicId] of topics.entries()) {
      const node = index % others.length;
      await (others[node] as typeof db).transaction(async (tx) => {
        const ctx = { db: tx, tenantId, now: Date.now(), newId: ids[node] as (typeof ids)[number] };
        await recordEvent(ctx, "topic.deleted", topicId, { topicId });
      });
    }
    release();
    await holding;
    const read = async () => (await api.call("listEvents", { query: { after: 0, type: "topic.deleted", limit: 100 } })).items;
    await until(async () => (await read()).length === topics.length);
    expect((await read()).map(({ subjectId }) => subjectId)).toEqual(topics);
    if (engine === "postgres") await Promise.all(others.map((other) => other.close()));
  });

  test("is filtered by subject, by several types and by time, in both directions", async () => {
    const { api } = await newTenant();
    const { topicId } = await api.call("createTopic", { body: { title: "A" } });
    await api.call("updateTopic", { params: { topic_id: topicId }, body: { title: "B" } });
    await api.call("createTopic", { body: { title: "Other" } });
    await api.call("deleteTopic", { params: { topic_id: topicId } });
    await until(async () => (await api.call("listEvents", { query: { after: 0 } })).items.length === 5);
    for (const direction of [{}, { after: 0 }]) {
      const types = async (query: object) => {
        const { items } = await api.call("listEvents", { query: { ...direction, ...query } });
        return items.map(({ type }) => type).sort();
      };
      expect(await types({ subjectId: topicId })).toEqual(["topic.created", "topic.deleted", "topic.updated"]);
      expect(await types({ type: "topic.deleted,topic.created" })).toEqual(["topic.created", "topic.created", "topic.deleted"]);
      expect(await types({ subjectId: topicId, type: "topic.updated" })).toEqual(["topic.updated"]);
      expect(await types({ from: `+${service().clock() + 60_000}` })).toEqual([]);
      expect(await types({ to: `+${service().clock() - 60_000}` })).toEqual([]);
      expect(await types({ from: `+${service().clock() - 60_000}`, to: `+${service().clock() + 60_000}` })).toHaveLength(5);
    }
    const both = await api.refusal("listEvents", { query: { after: 0, cursor: "x" } });
    expect(both.code).toBe("validation_failed");
  });

  test("names who acted: a key, a visitor, or the service", async () => {
    const { api, tenantId } = await newTenant();
    const { items: keys } = await api.call("listApiKeys", {});
    const { pageId } = await api.call("createPage", { body: leastPage });
    await makeAudience(api, {}, pageId);
    const actors = async (type: string) => (await api.call("listEvents", { query: { type } })).items.map(({ actor }) => actor);
    const key = { type: "key" as const, keyId: keys[0]?.keyId as string };
    expect(await actors("page.created")).toEqual([key]);
    expect(await actors("audience.created")).toEqual([key]);
    const newId = createIds(Date.now);
    const record = (actor?: "visitor") =>
      service().db.transaction((tx) => {
        const ctx = { db: tx, tenantId, now: service().clock(), newId, ...(actor && { actor }) };
        return recordEvent(ctx, "topic.deleted", "topic_x", { topicId: "topic_x" });
      });
    await record("visitor");
    await record();
    expect(await actors("topic.deleted")).toEqual([
      { type: "service", keyId: null },
      { type: "visitor", keyId: null },
    ]);
  });
});
