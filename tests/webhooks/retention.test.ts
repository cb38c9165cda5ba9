import { expect, setDefaultTimeout, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { runJob } from "../support/service/work";

setDefaultTimeout(60_000);

const minuteMs = 60_000;
const retentionMs = 30 * 24 * 60 * minuteMs;

onBothEngines("deliveries", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });

  test("are kept for 30 days and then removed, whatever became of them", async () => {
    const { api, db, clock } = service();
    const receiver = await Receiver.start();
    const body = { url: receiver.url, events: ["topic.created"] };
    const params = { subscription_id: (await api.call("createWebhookSubscription", { body })).subscriptionId };
    const list = async () => (await api.call("listWebhookDeliveries", { params })).items;
    for (const status of [200, 503]) {
      receiver.answer(status, { "retry-after": "86400" });
      await api.call("createTopic", { body: { title: "T" } });
      await until(async () => (await list())[0]?.lastStatus === status);
    }
    const removeAt = async (now: number) => runJob(service(), "removeOldDeliveries", await tenantIdOf(db, api), null, now);
    await removeAt(clock() + retentionMs - minuteMs);
    expect((await list()).map(({ state }) => state)).toEqual(["pending", "succeeded"]);
    // The service has a recurring job for it.
    service().advance(retentionMs + minuteMs);
    await until(async () => (await list()).length === 0);
    await receiver.stop();
  });
});
