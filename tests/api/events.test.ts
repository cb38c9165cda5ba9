import { expect, test } from "bun:test";
import { type EventType, events } from "../../contract";
import { sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

const dayMs = 86_400_000;

onBothEngines("events", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const list = (query: { type?: EventType; limit?: number } = {}) => api().call("listEvents", { query });

  /** Changes of many kinds, one after the other. */
  async function changeMuch(): Promise<EventType[]> {
    const person = await api().call("createPerson", { body: { name: "Ada", domain: "acme.example" } });
    await api().call("updatePerson", { params: { person_id: person.personId }, body: { name: "Ada L." } });
    const [account] = (await api().call("listAccounts", {})).items;
    const params = { account_id: account?.accountId as string };
    await api().call("updateAccount", { params, body: { name: "Acme" } });
    const log = await api().call("createAccountLog", { params, body: { source: "crm", type: "note", payload: {} } });
    await api().call("deleteAccountLog", { params: { ...params, account_log_id: log.accountLogId } });
    const { topicId } = await api().call("createTopic", { body: { title: "T" } });
    await api().call("updateTopic", { params: { topic_id: topicId }, body: { title: "U" } });
    const content = { type: "text", content: "x" };
    const entry = await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    const entryParams = { topic_id: topicId, entry_id: entry.topicEntryId };
    await api().call("updateTopicEntry", { params: entryParams, body: { sortOrder: 2 } });
    await api().call("deleteTopicEntry", { params: entryParams });
    await api().call("deleteTopic", { params: { topic_id: topicId } });
    const key = await api().call("createApiKey", { body: { name: "k", scopes: ["*"] } });
    const rotated = await api().call("rotateApiKey", { params: { key_id: key.keyId }, body: {} });
    await api().call("revokeApiKey", { params: { key_id: rotated.keyId } });
    const ofPages = await changePages();
    await api().call("deletePerson", { params: { person_id: person.personId } });
    return [
      "account.created",
      "account.updated",
      "account_log.created",
      "account_log.deleted",
      "topic.created",
      "topic.updated",
      "topic_entry.created",
      "topic_entry.updated",
      "topic_entry.deleted",
      "topic.deleted",
      "api_key.created",
      "api_key.created",
      "api_key.rotated",
      "api_key.revoked",
      ...ofPages,
      "person.deleted",
    ];
  }

  async function changePages(): Promise<EventType[]> {
    const body = { actions: [], actionCardWidgets: [], brandId: "", name: "P", pageContext: "C", scripts: [] };
    const { pageId } = await api().call("createPage", { body });
    const params = { page_id: pageId };
    await api().call("updatePage", { params, body: { status: "published" } });
    const { topicId } = await api().call("createTopic", { body: { title: "Of the page" } });
    await api().call("setPageTopics", { params, body: { topicIds: [topicId] } });
    await api().call("archivePage", { params });
    await api().call("restorePage", { params });
    const { brandId } = await api().call("createBrand", { body: { name: "B" } });
    await api().call("updateBrand", { params: { brand_id: brandId }, body: { name: "C" } });
    const { formId } = await api().call("createForm", { body: { name: "F", fields: [] } });
    await api().call("updateForm", { params: { form_id: formId }, body: { name: "G" } });
    await api().call("deleteForm", { params: { form_id: formId } });
    return [
      "page.created",
      "page.updated",
      "topic.created",
      "page.topics_changed",
      "page.archived",
      "page.restored",
      "brand.created",
      "brand.updated",
      "form.created",
      "form.updated",
      "form.deleted",
    ];
  }

  test("every change records its event, in order, with the declared data", async () => {
    const before = (await list()).items.length;
    const expected = await changeMuch();
    const { items, totalCount } = await list({ limit: 100 });
    expect(totalCount).toBe(items.length);
    const happened = items.slice(0, items.length - before).reverse();
    expect(happened.map(({ type }) => type)).toEqual(expected);
    for (const { type, data } of items) events[type]().parse(data);
    const ids = items.map(({ eventId }) => eventId);
    expect(ids).toEqual(ids.toSorted().reverse());
  });

  test("no event carries a key", async () => {
    const { key } = await api().call("createApiKey", { body: { name: "secret", scopes: ["persons:read"] } });
    expect(JSON.stringify((await list({ limit: 100 })).items)).not.toContain((key as string).slice(6, 49));
  });

  test("an event can be read by its id, and events can be listed by type", async () => {
    // Once it has its position, an event does not change any more.
    await until(async () => (await list({ limit: 1 })).items[0]?.position !== null);
    const [first] = (await list({ limit: 1 })).items;
    expect(await api().call("getEvent", { params: { event_id: first?.eventId as string } })).toEqual(first as never);
    const { items, totalCount } = await list({ type: "topic.created" });
    expect(items.map(({ type }) => type)).toEqual(Array(totalCount as number).fill("topic.created"));
    expect(totalCount).toBeGreaterThan(0);
    const unknown = await api().refusal("listEvents", { query: { type: "topic.exploded" as EventType } });
    expect(unknown.errors?.[0]?.location).toBe("query.type");
    expect((await api().refusal("getEvent", { params: { event_id: "event_none" } })).code).toBe("not_found");
  });

  test("a request that is refused leaves no event", async () => {
    const newest = async () => (await list({ limit: 1 })).items[0]?.eventId;
    const before = await newest();
    await api().refusal("createPerson", { body: { name: "" } });
    await api().refusal("updatePerson", { params: { person_id: "person_none" }, body: { name: "x" } });
    await api().refusal("createAccount", { body: { domain: "acme.example" } });
    expect(await newest()).toBe(before);
  });

  test("a change and its event are there together or not at all", async () => {
    const { db } = service();
    const rename = (from: string, to: string) => db.transaction((tx) => tx.run(statement(`ALTER TABLE ${from} RENAME TO ${to}`)));
    const count = async () => (await db.first<{ count: number }>(sql`SELECT count(*) AS count FROM persons`))?.count;
    const before = await count();
    await rename("events", "events_away");
    const { status } = await api().send("createPerson", { body: { name: "Half", domain: "half.example" } });
    await rename("events_away", "events");
    expect(status).toBe(500);
    expect(await count()).toBe(before);
    expect((await api().call("listAccounts", { query: { domain: "half.example" } })).items).toEqual([]);
    const { totalCount } = await api().call("listPersons", {});
    expect(totalCount).toBe(Number(before));
  });

  test("events are kept for 30 days", async () => {
    const { eventId } = (await list({ limit: 1 })).items[0] as { eventId: string };
    service().advance(30 * dayMs - 60_000);
    expect((await api().call("getEvent", { params: { event_id: eventId } })).eventId).toBe(eventId);
    service().advance(120_000);
    expect(await list()).toMatchObject({ items: [], totalCount: 0 });
    expect((await api().refusal("getEvent", { params: { event_id: eventId } })).code).toBe("not_found");
  });

  test("the count is exact up to 10,000 and null above", async () => {
    const { db } = service();
    await api().call("createTopic", { body: { title: "newest" } });
    const [newest] = (await list({ limit: 1 })).items;
    const fill = (from: number, to: number) =>
      db.transaction((tx) =>
        tx.run(sql`
          INSERT INTO events (tenant_id, event_id, type, subject_id, data, created_at)
          WITH RECURSIVE numbers (number) AS (SELECT ${from} + 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${to})
          SELECT tenant_id, ${newest?.eventId as string} || number, 'topic.deleted', 's', '{"topicId":"t"}', 100
          FROM numbers CROSS JOIN tenants`),
      );
    await fill(1, 9_999);
    expect((await list({ limit: 1 })).totalCount).toBe(10_000);
    await fill(10_000, 10_000);
    expect((await list({ limit: 1 })).totalCount).toBeNull();
    expect((await list({ limit: 1, type: "topic.created" })).totalCount).toBe(1);
  });
});
