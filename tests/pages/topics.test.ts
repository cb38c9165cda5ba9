import { expect, test } from "bun:test";
import { maxEntriesPerTopic, type Topic, type TopicEntry } from "../../contract";
import { maxSafeInteger } from "../../contract/fields";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

interface NewTopic {
  title: string;
  purpose?: string | null;
  sortOrder?: number;
  isDefault?: boolean;
}

onBothEngines("topics", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const create = (body: NewTopic) => api().call("createTopic", { body });
  const read = ({ topicId }: Topic) => api().call("getTopic", { params: { topic_id: topicId } });
  const change = ({ topicId }: Topic, body: Partial<NewTopic>) =>
    api().call("updateTopic", { params: { topic_id: topicId }, body });
  const remove = ({ topicId }: Topic) => api().call("deleteTopic", { params: { topic_id: topicId } });
  const removeAll = async () => {
    for (const topic of (await api().call("listTopics", { query: { limit: 100 } })).items) await remove(topic);
  };
  const lastEvent = async () => {
    const [event] = (await api().call("listEvents", { query: { limit: 1 } })).items;
    return { type: event?.type, data: event?.data };
  };

  test("a created topic can be read back as it was sent", async () => {
    const topic = await create({ title: " Pricing ☕ ", purpose: "answers\n", sortOrder: 7, isDefault: true });
    expect(topic).toMatchObject({ title: " Pricing ☕ ", purpose: "answers\n", sortOrder: 7, isDefault: true, entries: [] });
    expect(topic.topicId).toMatch(/^topic_[a-z0-9]{26}$/);
    expect(await read(topic)).toEqual(topic);
    expect(await lastEvent()).toEqual({ type: "topic.created", data: withoutEntries(topic) });
  });

  test("a title is enough", async () => {
    expect(await create({ title: "T" })).toMatchObject({ purpose: null, isDefault: false });
  });

  test("a change replaces only the fields it names", async () => {
    const topic = await create({ title: "Before", purpose: "stays", sortOrder: 3 });
    service().advance(1_000);
    const changed = await change(topic, { title: "After", sortOrder: 4 });
    expect(changed).toEqual({ ...topic, title: "After", sortOrder: 4, updatedAt: changed.updatedAt });
    expect(Number(changed.updatedAt) - Number(topic.updatedAt)).toBeGreaterThanOrEqual(1_000);
    expect(await read(topic)).toEqual(changed);
    expect(await lastEvent()).toEqual({ type: "topic.updated", data: withoutEntries(changed) });
    expect(await change(topic, { purpose: null, isDefault: true })).toMatchObject({
      title: "After",
      purpose: null,
      isDefault: true,
    });
    expect((await change(topic, {})).title).toBe("After");
  });

  test("titles have at least 1 character; sortOrder is a whole number from 0 to 9007199254740991", async () => {
    const topic = await create({ title: "Bounds" });
    const params = { topic_id: topic.topicId };
    for (const body of [
      { title: "" },
      { title: null },
      { sortOrder: -1 },
      { sortOrder: 0.5 },
      { sortOrder: "1" },
      { sortOrder: null },
    ]) {
      expect((await api().refusal("updateTopic", { params, body: body as Partial<NewTopic> })).code).toBe("validation_failed");
    }
    const tooLarge = `{"sortOrder":9007199254740992}`;
    const headers = { "x-api-key": api().key, "content-type": "application/json" };
    const answer = await fetch(`${api().origin}/v0/topics/${topic.topicId}`, { method: "PATCH", headers, body: tooLarge });
    expect(answer.status).toBe(422);
    expect((await change(topic, { sortOrder: maxSafeInteger })).sortOrder).toBe(maxSafeInteger);
    expect((await change(topic, { sortOrder: 0 })).sortOrder).toBe(0);
  });

  test("topics come by sortOrder, then oldest first, with an exact count", async () => {
    await removeAll();
    for (const [title, sortOrder] of [
      ["c", 5],
      ["a", 2],
      ["d", 5],
      ["b", 2],
      ["e", maxSafeInteger],
    ] as const)
      await create({ title, sortOrder });
    const { items, totalCount, hasMore, nextCursor } = await api().call("listTopics", {});
    expect(items.map(({ title }) => title).join("")).toBe("abcde");
    expect({ totalCount, hasMore, nextCursor }).toEqual({ totalCount: 5, hasMore: false, nextCursor: null });
  });

  test("without sortOrder a topic comes after the last", async () => {
    await removeAll();
    const titles = ["first", "second", "third"];
    expect((await create({ title: "first" })).sortOrder).toBe(0);
    await create({ title: "second", sortOrder: 41 });
    expect((await create({ title: "third" })).sortOrder).toBe(42);
    expect((await api().call("listTopics", {})).items.map(({ title }) => title)).toEqual(titles);
    await create({ title: "at the end of numbers", sortOrder: maxSafeInteger });
    await create({ title: "and still after it" });
    expect((await api().call("listTopics", {})).items.at(-1)?.title).toBe("and still after it");
  });

  test("a deleted topic is gone with its entries", async () => {
    const topic = await create({ title: "Gone" });
    const { topicEntryId } = await add(topic, "entry");
    expect(await remove(topic)).toEqual({ topicId: topic.topicId, deleted: true });
    expect(await lastEvent()).toEqual({ type: "topic.deleted", data: { topicId: topic.topicId } });
    const params = { topic_id: topic.topicId, entry_id: topicEntryId };
    expect((await api().refusal("getTopic", { params })).code).toBe("not_found");
    expect((await api().refusal("deleteTopic", { params })).code).toBe("not_found");
    expect((await api().refusal("deleteTopicEntry", { params })).code).toBe("not_found");
    expect((await api().refusal("updateTopicEntry", { params, body: { sortOrder: 1 } })).code).toBe("not_found");
    const body = { content: { type: "text", content: "" } };
    expect((await api().refusal("createTopicEntry", { params, body })).code).toBe("not_found");
  });

  // ── entries

  const send = ({ topicId }: Topic, body: { content: { type: string; content: string }; sortOrder?: number }) =>
    api().send("createTopicEntry", { params: { topic_id: topicId }, body });
  async function add(topic: Topic, content: string, sortOrder?: number): Promise<TopicEntry> {
    const { status, body } = await send(topic, {
      content: { type: "text", content },
      ...(sortOrder !== undefined && { sortOrder }),
    });
    expect(status).toBe(201);
    return body as TopicEntry;
  }
  const contentsOf = async (topic: Topic) => (await read(topic)).entries.map(({ content }) => content.content).join("");

  test("an entry comes back as it was sent, in its topic, whose updatedAt changes", async () => {
    const topic = await create({ title: "Entries" });
    service().advance(1_000);
    const content = { type: "any-kind.of:thing", content: `${"x".repeat(99_999)}😀` };
    const { body } = await send(topic, { content, sortOrder: 9 });
    const entry = body as TopicEntry;
    expect(entry).toMatchObject({ topicId: topic.topicId, sortOrder: 9, content });
    expect(entry.topicEntryId).toMatch(/^entry_[a-z0-9]{26}$/);
    expect(await read(topic)).toEqual({ ...topic, entries: [entry], updatedAt: entry.createdAt });
    expect(await lastEvent()).toEqual({ type: "topic_entry.created", data: { ...entry } });
    expect(
      (await api().call("listTopics", { query: { limit: 100 } })).items.find(({ topicId }) => topicId === topic.topicId)?.entries,
    ).toEqual([entry]);
  });

  test("entries come by sortOrder, then oldest first; without one, after the last", async () => {
    const topic = await create({ title: "Order" });
    for (const [content, sortOrder] of [
      ["d", 5],
      ["a", 0],
      ["e", 5],
      ["b", 0],
      ["c", 3],
    ] as const)
      await add(topic, content, sortOrder);
    expect((await add(topic, "f")).sortOrder).toBe(6);
    expect(await contentsOf(topic)).toBe("abcdef");
    const [first] = (await read(topic)).entries as [TopicEntry];
    const params = { topic_id: topic.topicId, entry_id: first.topicEntryId };
    service().advance(1_000);
    const moved = await api().call("updateTopicEntry", { params, body: { sortOrder: 7 } });
    expect(moved).toEqual({ ...first, sortOrder: 7, updatedAt: moved.updatedAt });
    expect(await lastEvent()).toEqual({ type: "topic_entry.updated", data: { ...moved } });
    expect(await contentsOf(topic)).toBe("bcdefa");
    expect(await api().call("deleteTopicEntry", { params })).toEqual({ topicEntryId: first.topicEntryId, deleted: true });
    expect(await lastEvent()).toEqual({
      type: "topic_entry.deleted",
      data: { topicEntryId: first.topicEntryId, topicId: topic.topicId },
    });
    expect(await contentsOf(topic)).toBe("bcdef");
  });

  test("entries are put into an order at once; those left out follow, and unknown ones are passed over", async () => {
    const { topicId } = await api().call("createTopic", { body: { title: "Ordered" } });
    const made: string[] = [];
    for (const content of ["a", "b", "c"]) {
      const entry = { content: { type: "text", content } };
      made.push((await api().call("createTopicEntry", { params: { topic_id: topicId }, body: entry })).topicEntryId);
    }
    const entryIds = [made[2] as string, "entry_none", made[0] as string];
    const { entries } = await api().call("orderTopicEntries", { params: { topic_id: topicId }, body: { entryIds } });
    expect(entries.map(({ content, sortOrder }) => [content.content, sortOrder])).toEqual([
      ["c", 0],
      ["a", 1],
      ["b", 2],
    ]);
    expect((await api().call("getTopic", { params: { topic_id: topicId } })).entries).toEqual(entries);
    const lastEvent = async () => (await api().call("listEvents", { query: { limit: 1 } })).items[0]?.eventId;
    const last = await lastEvent();
    const named = entries.map(({ topicEntryId }) => topicEntryId);
    expect(await api().call("getTopicEntryOrder", { params: { topic_id: topicId } })).toEqual({ entryIds: named });
    await api().call("orderTopicEntries", { params: { topic_id: topicId }, body: { entryIds: named } });
    expect(await lastEvent()).toBe(last as string);
    const { items } = await api().call("listTopics", { query: { entries: false, limit: 100 } });
    expect(items.find((topic) => topic.topicId === topicId)).toMatchObject({ title: "Ordered", entries: [] });
  });

  test("entries added at once without a sortOrder each get their own place", async () => {
    const topic = await create({ title: "At once" });
    const entries = await Promise.all(Array.from({ length: 20 }, (_, index) => add(topic, String(index))));
    expect(entries.map(({ sortOrder }) => sortOrder).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
  });

  test("an entry is found only under its own topic", async () => {
    const [mine, other] = [await create({ title: "Mine" }), await create({ title: "Other" })];
    const entry = await add(mine, "mine");
    const params = { topic_id: other.topicId, entry_id: entry.topicEntryId };
    expect((await api().refusal("updateTopicEntry", { params, body: { sortOrder: 1 } })).code).toBe("not_found");
    expect((await api().refusal("deleteTopicEntry", { params })).code).toBe("not_found");
    expect((await read(mine)).entries).toEqual([entry]);
  });

  test(`a topic holds ${maxEntriesPerTopic} entries, however many come at once`, async () => {
    const topic = await create({ title: "Full" });
    const body = { content: { type: "text", content: "x" } };
    const answers = await Promise.all(Array.from({ length: maxEntriesPerTopic + 10 }, () => send(topic, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxEntriesPerTopic);
    expect((await read(topic)).entries).toHaveLength(maxEntriesPerTopic);
    const refused = await api().refusal("createTopicEntry", { params: { topic_id: topic.topicId }, body });
    expect(refused).toMatchObject({ status: 409, code: "topic_full" });
    const [first] = (await read(topic)).entries as [TopicEntry];
    await api().call("deleteTopicEntry", { params: { topic_id: topic.topicId, entry_id: first.topicEntryId } });
    await add(topic, "there is room again");
  });

  test("a topic deleted while an entry is added leaves no entry behind", async () => {
    const { db } = service();
    const topic = await create({ title: "Raced" });
    const requests: Promise<{ status: number }>[] = [];
    // Both queue behind this transaction, the entry first.
    await db.transaction(async (tx) => {
      await tx.first(sql`SELECT topic_id FROM topics WHERE topic_id = ${topic.topicId} ${db.dialect.forUpdate}`);
      if (requests.length > 0) return;
      requests.push(send(topic, { content: { type: "text", content: "late" } }));
      await Bun.sleep(150);
      requests.push(api().send("deleteTopic", { params: { topic_id: topic.topicId } }));
      await Bun.sleep(150);
    });
    const [, deleted] = await Promise.all(requests);
    expect(deleted?.status).toBe(200);
    expect(await db.all(sql`SELECT topic_entry_id FROM topic_entries WHERE topic_id = ${topic.topicId}`)).toEqual([]);
  });

  test("a topic has room for 4 MiB with all its entries, in any script, and for more once one of them is deleted", async () => {
    const { topicId } = await api().call("createTopic", { body: { title: "Room" } });
    const params = { topic_id: topicId };
    const body = { content: { type: "text", content: "日".repeat(100_000) } };
    const entries: string[] = [];
    for (let count = 0; count < 13; count += 1) {
      entries.push((await api().call("createTopicEntry", { params, body })).topicEntryId);
    }
    expect((await api().refusal("createTopicEntry", { params, body })).code).toBe("topic_full");
    const [first = "", second = ""] = entries;
    const short = { content: { type: "text", content: "short" } };
    await api().call("updateTopicEntry", { params: { ...params, entry_id: first }, body: short });
    await api().call("createTopicEntry", { params, body });
    expect((await api().refusal("updateTopicEntry", { params: { ...params, entry_id: first }, body })).code).toBe("topic_full");
    await api().call("deleteTopicEntry", { params: { ...params, entry_id: second } });
    await api().call("updateTopicEntry", { params: { ...params, entry_id: first }, body });
  });

  test("a list of large topics ends early, and the next page goes on where it ended", async () => {
    const { api: other } = await createTenant(service(), "large-topics");
    const body = { content: { type: "text", content: "x".repeat(100_000) } };
    const titles = ["a", "b", "c", "d", "e"];
    for (const title of titles) {
      const { topicId } = await other.call("createTopic", { body: { title } });
      for (let count = 0; count < 9; count += 1) await other.call("createTopicEntry", { params: { topic_id: topicId }, body });
    }
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query: { limit: number; cursor?: string } = cursor ? { limit: 10, cursor } : { limit: 10 };
      const page: { items: { title: string; entries: unknown[] }[]; nextCursor: string | null } = await other.call("listTopics", {
        query,
      });
      expect(page.items.every(({ entries }) => entries.length === 9)).toBe(true);
      pages.push(page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  });
});

function withoutEntries({ entries: _, ...topic }: Topic): Omit<Topic, "entries"> {
  return topic;
}
