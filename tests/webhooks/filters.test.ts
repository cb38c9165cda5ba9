import { expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { buildVersion, makePage } from "../support/features/versions";
import { computed, TabByHand, visitedPage } from "../support/features/visits";
import { localReceivers, Receiver } from "../support/network/receiver";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

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
    await until(() => ["persons", "bots", "page"].every((name) => received(name).length > 0));
    const completed = (name: string) => received(name).filter(({ type }) => type === "audience_session.completed");
    await until(() => completed("persons").length === 2 && completed("page").length === 1);
    expect(new Set(received("bots").map(({ type, data }) => `${type} ${data.kind}`))).toEqual(
      new Set(["audience_session.not_counted bot"]),
    );
    expect(received("persons").filter(({ type }) => type === "audience_session.not_counted")).toEqual([]);
    expect(new Set(received("page").map(({ data }) => data.pageId))).toEqual(new Set([pageId]));
    await receiver.stop();
  });

  test("by page or account gets what happens to their audiences too: versions and links name neither", async () => {
    const { api } = await createTenant(service(), "audiences");
    const person = await api.call("createPerson", { body: { name: "Ada", email: `ada@${crypto.randomUUID()}.example` } });
    const { items } = await api.call("listAccounts", { query: { limit: 1 } });
    const accountId = items[0]?.accountId as string;
    const [mine, other] = [await makePage(api), await makePage(api)];
    const receiver = await Receiver.start();
    for (const [name, filter] of Object.entries({ page: { pageId: mine }, account: { accountId } }))
      await api.call("createWebhookSubscription", { body: { url: `${receiver.url}/${name}`, events: ["*"], filter } });
    for (const [page_id, personId] of [
      [mine, person.personId],
      [other, person.personId],
      [other, undefined],
    ] as const) {
      const { audienceId } = await api.call("createAudience", { params: { page_id }, body: personId ? { personId } : {} });
      await buildVersion(api, { page_id, audience_id: audienceId });
    }
    const published = (name: string) =>
      receiver.delivered.filter(
        ({ path, body }) =>
          path.endsWith(`/${name}`) && (JSON.parse(body) as { type: string }).type === "audience_version.published",
      ).length;
    const all = (await api.call("listEvents", { query: { type: "audience_version.published" } })).items.length;
    await until(() => published("page") >= all / 3 && published("account") >= (2 * all) / 3);
    expect([all, published("page"), published("account")]).toEqual([3, 1, 2].map((count) => (all / 3) * count));
    await receiver.stop();
  });
});
