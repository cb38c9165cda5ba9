import { expect, test } from "bun:test";
import type { Writing } from "../../server/context";
import { recoverDeliveries } from "../../server/features/webhook-deliveries";
import type { JobContext } from "../../server/jobs/job";
import { createIds } from "../../server/records/ids";
import { sql } from "../../server/storage/sql";
import { insertDeliveries } from "../../server/webhooks/deliveries/delivery-rows";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";
import { createTenant } from "../support/service/tenants";

const deliveries = 1_000;
const maxSteps = 5;

onBothEngines("what is sent again since a time", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("is sent again once, also when its receiver refuses it faster than it is found", async () => {
    const { db } = service();
    const { api, tenantId } = await createTenant(service(), crypto.randomUUID());
    const body = { url: "https://receiver.example/", events: ["topic.deleted"] };
    const { subscriptionId } = await api.call("createWebhookSubscription", { body });
    const newId = createIds(Date.now);
    const writing = <Result>(work: (ctx: Writing) => Promise<Result>) =>
      db.transaction((tx) => work({ db: tx, dialect: db.dialect, tenantId, now: Date.now(), newId, site: testSite }));
    const failAll = () =>
      db.transaction((tx) =>
        tx.run(sql`
          UPDATE webhook_deliveries SET state = 'failed', next_try_at = NULL
          WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND state = 'pending'`),
      );
    await writing((ctx) =>
      insertDeliveries(
        ctx,
        Array.from({ length: deliveries }, () => ({
          subscription_id: subscriptionId,
          delivery_id: newId("delivery"),
          event_id: newId("event"),
          event_type: "topic.deleted",
          occurred_at: Date.now(),
          purpose: "event" as const,
          triesLeft: 1,
          body: null,
        })),
      ),
    );
    await failAll();
    let [steps, sentAgain] = [0, 0];
    const step = async <Result>(work: (ctx: Writing) => Promise<Result>) => {
      steps += 1;
      if (steps > maxSteps) throw new Error("It does not end");
      const result = await writing(work);
      sentAgain += await failAll();
      return result;
    };
    await recoverDeliveries.run({ step } as unknown as JobContext, { subscriptionId, since: 0 });
    expect(sentAgain).toBe(deliveries);
  });

  test("is looked for once, though it is asked for many times", async () => {
    const { db } = service();
    const { api, tenantId } = await createTenant(service(), crypto.randomUUID());
    const body = { url: "https://receiver.example/", events: ["topic.deleted"] };
    const params = { subscription_id: (await api.call("createWebhookSubscription", { body })).subscriptionId };
    const since = `+${Date.now()}`;
    for (let count = 0; count < 3; count += 1) await api.call("recoverWebhookDeliveries", { params, body: { since } });
    const jobs = sql`SELECT 1 AS found FROM jobs WHERE tenant_id = ${tenantId} AND kind = 'recoverDeliveries'`;
    expect(await db.all(jobs)).toHaveLength(1);
  });
});
