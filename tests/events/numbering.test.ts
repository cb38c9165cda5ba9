import { expect, test } from "bun:test";
import { recordEvents } from "../../server/events/record";
import { createIds } from "../../server/records/ids";
import { sql, sqlRows } from "../../server/storage/sql";
import { addDeliveries } from "../../server/webhooks/feed/add-deliveries";
import { numberEvents } from "../../server/webhooks/feed/number-events";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { createTenant } from "../support/service/tenants";

const subscriptions = 100;
const events = 600;
const room = Number.POSITIVE_INFINITY;
/** Each is a row, and each event's position one; beside those a few of subscriptions and jobs. */
const maxRowsOfATransaction = 4_000;

onBothEngines("deliveries follow the feed", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("events are numbered though there is no room for deliveries, which are added once there is, each once", async () => {
    const { db } = service();
    const { api, tenantId } = await createTenant(service(), "paced");
    await api.call("createWebhookSubscription", { body: { url: "https://receiver.example/", events: ["topic.created"] } });
    const newId = createIds(Date.now);
    const add = (room: number) =>
      db.transaction((tx) => addDeliveries({ db: tx, dialect: db.dialect, now: Date.now(), newId, site: testSite }, room, ""));
    await numberEvents(db);
    await add(room);
    const created: string[] = [];
    for (let count = 0; count < 5; count += 1) created.push((await api.call("createTopic", { body: { title: "T" } })).topicId);
    expect(await numberEvents(db)).toMatchObject({ isMore: false });
    const { items } = await api.call("listEvents", { query: { after: 0, type: "topic.created" } });
    expect(items.map(({ subjectId }) => subjectId)).toEqual(created);
    const delivered = async () =>
      (
        await db.all<{ event_id: string }>(sql`
          SELECT event_id FROM webhook_deliveries WHERE tenant_id = ${tenantId} ORDER BY delivery_id`)
      ).map(({ event_id }) => event_id);
    expect(await delivered()).toEqual([]);
    expect(await add(2)).toMatchObject({ work: 2 + 2, isMore: true });
    expect(await add(room)).toMatchObject({ work: 3 + 3, isMore: false });
    expect(await add(room)).toMatchObject({ work: 0, isMore: false });
    expect(await delivered()).toEqual(items.map(({ eventId }) => eventId));
  });

  test("a subscription gets the events of the time in which it is active, however late their deliveries are added", async () => {
    const { db } = service();
    const { api, tenantId } = await createTenant(service(), "active");
    const newId = createIds(Date.now);
    const body = { url: "https://receiver.example/", events: ["topic.created"] };
    const subscribe = async (active: boolean) =>
      (await api.call("createWebhookSubscription", { body: { ...body, active } })).subscriptionId;
    const topic = async (title: string) => void (await api.call("createTopic", { body: { title } }));
    const [always, paused, resumed] = [await subscribe(true), await subscribe(true), await subscribe(false)];
    const activate = (subscription_id: string, active: boolean) =>
      api.call("updateWebhookSubscription", { params: { subscription_id }, body: { active } });
    await topic("first");
    await activate(paused, false);
    await activate(resumed, true);
    await topic("second");
    await numberEvents(db);
    const late = await subscribe(true);
    await topic("third");
    await numberEvents(db);
    await db.transaction((tx) =>
      addDeliveries({ db: tx, dialect: db.dialect, now: Date.now(), newId, site: testSite }, room, ""),
    );
    const titles = async (subscriptionId: string) =>
      (
        await db.all<{ data: string }>(sql`
          SELECT e.data FROM webhook_deliveries AS d JOIN events AS e ON e.tenant_id = ${tenantId} AND e.event_id = d.event_id
          WHERE d.tenant_id = ${tenantId} AND d.subscription_id = ${subscriptionId} ORDER BY e.position`)
      ).map(({ data }) => (JSON.parse(data) as { title: string }).title);
    expect(await Promise.all([always, paused, resumed, late].map(titles))).toEqual([
      ["first", "second", "third"],
      ["first"],
      ["second", "third"],
      ["third"],
    ]);
  });

  test("the only subscription that wants an event gets it, though it is paused before the event has a position", async () => {
    const { db } = service();
    const { api, tenantId } = await createTenant(service(), "paused at once");
    const newId = createIds(Date.now);
    const numberAll = async () => {
      await numberEvents(db);
      await db.transaction((tx) =>
        addDeliveries({ db: tx, dialect: db.dialect, now: Date.now(), newId, site: testSite }, room, ""),
      );
    };
    const body = { url: "https://receiver.example/", events: ["topic.created"] };
    const { subscriptionId } = await api.call("createWebhookSubscription", { body });
    await numberAll();
    const during = await api.call("createTopic", { body: { title: "during" } });
    await api.call("updateWebhookSubscription", { params: { subscription_id: subscriptionId }, body: { active: false } });
    await api.call("createTopic", { body: { title: "after" } });
    await numberAll();
    const delivered = await db.all(sql`
      SELECT e.subject_id FROM webhook_deliveries AS d JOIN events AS e ON e.tenant_id = ${tenantId} AND e.event_id = d.event_id
      WHERE d.tenant_id = ${tenantId}`);
    expect(delivered).toEqual([{ subject_id: during.topicId }]);
    const isBehind = sql`SELECT 1 FROM feed_positions WHERE tenant_id = ${tenantId} AND delivered < position`;
    expect(await db.all(isBehind)).toEqual([]);
  });

  test("of very many tenants whose events wait, each has its turn, however many events of one there are", async () => {
    const { db } = service();
    const newId = createIds(Date.now);
    const tenants = Array.from({ length: 250 }, (_, index) => `numbers_${String(index).padStart(3, "0")}`);
    const record = (tenantId: string, count: number) =>
      db.transaction((tx) =>
        recordEvents(
          { db: tx, tenantId, now: Date.now(), newId },
          Array.from({ length: count }, (_, index) => ({
            type: "topic.deleted" as const,
            subjectId: `topic_${index}`,
            data: { topicId: `topic_${index}` },
          })),
        ),
      );
    for (const tenantId of tenants) await record(tenantId, tenantId === tenants[0] ? 1_500 : 2);
    const waiting = async () =>
      (await db.all(sql`SELECT DISTINCT tenant_id FROM events WHERE tenant_id LIKE 'numbers_%' AND position IS NULL`)).length;
    let lastTenant = "";
    for (const left of [151, 51, 1]) {
      const numbered = await numberEvents(db, lastTenant);
      if (numbered === "locked") throw new Error("nobody else is there");
      lastTenant = numbered.lastTenant;
      expect([await waiting(), numbered.isMore]).toEqual([left, true]);
    }
    for (let numbered = await numberEvents(db); numbered !== "locked" && numbered.isMore; ) numbered = await numberEvents(db);
    const positions = await db.all(sql`
      SELECT max(position) AS last, count(DISTINCT position) AS count FROM events WHERE tenant_id LIKE 'numbers_%'
      GROUP BY tenant_id ORDER BY tenant_id`);
    expect(positions.map((row) => Object.values(row as object).map(Number))).toEqual(
      tenants.map((_, index) => (index === 0 ? [1_500, 1_500] : [2, 2])),
    );
  });

  test("of very many tenants that wait, each has its turn", async () => {
    const { db } = service();
    const tenants = Array.from({ length: 250 }, (_, index) => `waits_${String(index).padStart(3, "0")}`);
    await db.transaction((tx) =>
      Promise.all(
        sqlRows(tenants.map((tenantId) => [tenantId, 1_000_000, 0])).map((rows) =>
          tx.run(sql`INSERT INTO feed_positions (tenant_id, position, delivered) VALUES ${rows}`),
        ),
      ),
    );
    const waiting = async () => (await db.all(sql`SELECT tenant_id FROM feed_positions WHERE delivered < position`)).length;
    let lastTenant = "";
    for (const left of [150, 50, 0]) {
      const added = await db.transaction((tx) =>
        addDeliveries(
          { db: tx, dialect: db.dialect, now: Date.now(), newId: createIds(Date.now), site: testSite },
          room,
          lastTenant,
        ),
      );
      if (added === "locked") throw new Error("nobody else is there");
      lastTenant = added.lastTenant;
      expect([await waiting(), added.isMore]).toEqual([left, left > 0]);
    }
    await db.transaction((tx) => tx.run(sql`DELETE FROM feed_positions WHERE tenant_id LIKE 'waits_%'`));
  });
});

onBothEngines("very many events of a tenant with very many subscriptions", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("are numbered in short transactions, and don't delay another tenant", async () => {
    const { db } = service();
    const [{ api, tenantId }, { api: other }] = [await createTenant(service(), "busy"), await createTenant(service(), "quiet")];
    const body = { url: "https://receiver.example/", events: ["topic.deleted"] };
    for (let count = 0; count < subscriptions; count += 1) await api.call("createWebhookSubscription", { body });
    const newId = createIds(Date.now);
    const deliveries = async () => {
      const row = await db.first<{ count: number }>(sql`
        SELECT CAST(count(*) AS INTEGER) AS count FROM webhook_deliveries WHERE tenant_id = ${tenantId}`);
      return row?.count ?? 0;
    };
    const numberSome = async () => {
      const numbered = await numberEvents(db);
      const added = await db.transaction((tx) =>
        addDeliveries({ db: tx, dialect: db.dialect, now: Date.now(), newId, site: testSite }, room, ""),
      );
      return (numbered !== "locked" && numbered.isMore) || (added !== "locked" && added.isMore);
    };
    await numberSome();
    await db.transaction((tx) =>
      recordEvents(
        { db: tx, tenantId, now: Date.now(), newId },
        Array.from({ length: events }, (_, index) => {
          const topicId = `topic_${index}`;
          return { type: "topic.deleted" as const, subjectId: topicId, data: { topicId } };
        }),
      ),
    );
    const { topicId } = await other.call("createTopic", { body: { title: "T" } });
    const { rows } = await recordQueries(db, async () => expect(await numberSome()).toBe(true));
    expect(Math.max(...rows)).toBeLessThan(maxRowsOfATransaction);
    expect((await other.call("listEvents", { query: { after: 0, subjectId: topicId } })).items).toHaveLength(1);
    let turns = 1;
    while (await numberSome()) turns += 1;
    expect(turns).toBeWithin(40, 150);
    expect(await deliveries()).toBe(subscriptions * events);
    const { items } = await api.call("listEvents", { query: { after: 0, type: "topic.deleted", limit: 100 } });
    expect(items.map(({ subjectId }) => subjectId)).toEqual(Array.from({ length: 100 }, (_, index) => `topic_${index}`));
  });
});
