import { expect, setDefaultTimeout, test } from "bun:test";
import { recordEvents } from "../../server/events/record";
import { createIds } from "../../server/records/ids";
import { sql, sqlRows } from "../../server/storage/sql";
import { addDeliveries } from "../../server/webhooks/add-deliveries";
import { advanceFeed } from "../../server/webhooks/advance-feed";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { createTenant } from "../support/service/tenants";

setDefaultTimeout(60_000);

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
    const advance = (room: number) =>
      db.transaction((tx) => advanceFeed({ db: tx, dialect: db.dialect, now: Date.now(), newId, site: testSite }, room, ""));
    await advance(room);
    const created: string[] = [];
    for (let count = 0; count < 5; count += 1) created.push((await api.call("createTopic", { body: { title: "T" } })).topicId);
    expect(await advance(0)).toMatchObject({ deliveries: 0, hasUnnumbered: false, hasUndelivered: true });
    const { items } = await api.call("listEvents", { query: { after: 0, type: "topic.created" } });
    expect(items.map(({ subjectId }) => subjectId)).toEqual(created);
    const delivered = async () =>
      (
        await db.all<{ event_id: string }>(sql`
          SELECT event_id FROM webhook_deliveries WHERE tenant_id = ${tenantId} ORDER BY delivery_id`)
      ).map(({ event_id }) => event_id);
    expect(await delivered()).toEqual([]);
    expect(await advance(2)).toMatchObject({ deliveries: 2, hasUndelivered: true });
    expect(await advance(room)).toMatchObject({ deliveries: 3, hasUndelivered: false });
    expect(await advance(room)).toMatchObject({ deliveries: 0, hasUndelivered: false });
    expect(await delivered()).toEqual(items.map(({ eventId }) => eventId));
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
    const numberSome = () =>
      db.transaction(async (tx) => {
        const advance = await advanceFeed({ db: tx, dialect: db.dialect, now: Date.now(), newId, site: testSite }, room, "");
        return advance?.hasUnnumbered || advance?.hasUndelivered;
      });
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
