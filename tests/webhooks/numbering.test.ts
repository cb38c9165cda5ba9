import { expect, setDefaultTimeout, test } from "bun:test";
import { recordEvents } from "../../server/events/record";
import { createIds } from "../../server/records/ids";
import { sql } from "../../server/storage/sql";
import { numberEvents } from "../../server/webhooks/number-events";
import { onBothEngines } from "../support/database/engines";
import { recordQueries } from "../support/database/queries";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { createTenant } from "../support/service/tenants";

setDefaultTimeout(60_000);

const subscriptions = 100;
const events = 600;
/** Each is a row, and each event's position one; beside those a few of subscriptions and jobs. */
const maxRowsOfATransaction = 4_000;

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
      db.transaction((tx) => numberEvents({ db: tx, dialect: db.dialect, now: Date.now(), newId, site: testSite }));
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
    const { rows } = await recordQueries(db, async () => expect(await numberSome()).toBe("more"));
    expect(Math.max(...rows)).toBeLessThan(maxRowsOfATransaction);
    expect((await other.call("listEvents", { query: { after: 0, subjectId: topicId } })).items).toHaveLength(1);
    let turns = 1;
    while ((await numberSome()) === "more") turns += 1;
    expect(turns).toBeWithin(40, 150);
    expect(await deliveries()).toBe(subscriptions * events);
    const { items } = await api.call("listEvents", { query: { after: 0, type: "topic.deleted", limit: 100 } });
    expect(items.map(({ subjectId }) => subjectId)).toEqual(Array.from({ length: 100 }, (_, index) => `topic_${index}`));
  });
});
