import { expect, setDefaultTimeout, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { computed, TabByHand, visitedPage } from "../support/features/visits";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

setDefaultTimeout(60_000);

onBothEngines("a subscription with a filter", (engine) => {
  const service = useService(engine, { outgoingRules: localReceivers });

  test("by kind of visit gets the visits of that kind, and of the page that is asked for", async () => {
    const { api } = service();
    const [seen, other] = [await visitedPage(service()), await visitedPage(service())];
    const pageId = seen.place.page_id;
    const filters = {
      persons: { visitKind: "person" as const },
      bots: { visitKind: "bot" as const },
      page: { visitKind: "person" as const, pageId },
    };
    const receiver = await Receiver.start();
    for (const [name, filter] of Object.entries(filters)) {
      await api.call("createWebhookSubscription", { body: { url: `${receiver.url}/${name}`, events: ["*"], filter } });
    }
    for (const { token } of [seen, other]) {
      const person = new TabByHand(service(), token);
      await person.send(0, [person.event("s", 0, "", 0)]);
    }
    const bot = new TabByHand(service(), seen.token);
    await bot.send(0, [bot.event("s", 0, "", 1)]);
    await computed(service());
    service().advance(31 * 60_000);
    await computed(service());
    const received = (name: string) =>
      receiver.delivered
        .filter(({ path }) => path.endsWith(`/${name}`))
        .map(({ body }) => JSON.parse(body) as { type: string; data: { pageId: string; kind?: string } });
    await until(() => ["persons", "bots", "page"].every((name) => received(name).length > 0), 20_000);
    const completed = (name: string) => received(name).filter(({ type }) => type === "audience_session.completed");
    await until(() => completed("persons").length === 2 && completed("page").length === 1, 20_000);
    expect(new Set(received("bots").map(({ type, data }) => `${type} ${data.kind}`))).toEqual(
      new Set(["audience_session.not_counted bot"]),
    );
    expect(received("persons").filter(({ type }) => type === "audience_session.not_counted")).toEqual([]);
    expect(new Set(received("page").map(({ data }) => data.pageId))).toEqual(new Set([pageId]));
    await receiver.stop();
  });
});
