import { expect, test } from "bun:test";
import { topicsOfPage } from "../../server/features/pages";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const least = { actions: [], actionCardWidgets: [], brandId: "", name: "Page", pageContext: "Context", scripts: [] };

onBothEngines("topics of a page", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  const createPage = async () => (await api().call("createPage", { body: least })).pageId;
  const createTopic = async (title: string, more = {}) => (await api().call("createTopic", { body: { title, ...more } })).topicId;
  const createTopics = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => createTopic(`T${index}`)));
  const attach = (pageId: string, topicIds: string[]) =>
    api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds } });
  const attached = async (pageId: string) => (await api().call("getPageTopics", { params: { page_id: pageId } })).topicIds;
  const remove = (topicId: string) => api().call("deleteTopic", { params: { topic_id: topicId } });
  const feeding = async (pageId: string) => {
    const { db } = service();
    const tenant = await db.first<{ tenant_id: string }>(sql`SELECT tenant_id FROM tenants WHERE name = 'default'`);
    return topicsOfPage(db, tenant?.tenant_id as string, pageId);
  };

  test("are those attached last, in the order they were sent", async () => {
    const pageId = await createPage();
    expect(await attached(pageId)).toEqual([]);
    const [one, two, three] = (await createTopics(3)) as [string, string, string];
    expect(await attach(pageId, [two, three, one])).toEqual({ topicIds: [two, three, one] });
    expect(await attached(pageId)).toEqual([two, three, one]);
    const [event] = (await api().call("listEvents", { query: { limit: 1 } })).items;
    expect(event).toMatchObject({ type: "page.topics_changed", data: { pageId, topicIds: [two, three, one] } });
    await attach(pageId, [one]);
    expect(await attached(pageId)).toEqual([one]);
    await attach(pageId, []);
    expect(await attached(pageId)).toEqual([]);
  });

  test("can be 200, and not one more", async () => {
    const pageId = await createPage();
    const topicIds = await createTopics(201);
    const refused = await api().refusal("setPageTopics", { params: { page_id: pageId }, body: { topicIds } });
    expect(refused.errors).toMatchObject([{ location: "body.topicIds", code: "too_long" }]);
    await attach(pageId, topicIds.slice(1));
    expect(await attached(pageId)).toEqual(topicIds.slice(1));
  });

  test("must exist and be named once; mistakes are reported with their location and nothing changes", async () => {
    const pageId = await createPage();
    const [one, two, gone] = (await createTopics(3)) as [string, string, string];
    await attach(pageId, [one]);
    await remove(gone);
    const { api: stranger } = await createTenant(service(), "stranger");
    const foreign = (await stranger.call("createTopic", { body: { title: "Foreign" } })).topicId;
    const problems = async (topicIds: string[]) => {
      const { code, errors } = await api().refusal("setPageTopics", { params: { page_id: pageId }, body: { topicIds } });
      expect(code).toBe("validation_failed");
      return (errors ?? []).map((problem) => `${problem.location} ${problem.code}`);
    };
    expect(await problems([two, gone, one, foreign, "topic_none"])).toEqual([
      "body.topicIds[1] not_found",
      "body.topicIds[3] not_found",
      "body.topicIds[4] not_found",
    ]);
    expect(await problems([two, one, two, one])).toEqual(["body.topicIds[2] repeated", "body.topicIds[3] repeated"]);
    expect(await problems([""])).toEqual(["body.topicIds[0] too_short"]);
    expect(await attached(pageId)).toEqual([one]);
  });

  test("are detached from every page when they are deleted; the others keep their order", async () => {
    const [first, second] = [await createPage(), await createPage()];
    const [one, two, three] = (await createTopics(3)) as [string, string, string];
    await attach(first, [three, two, one]);
    await attach(second, [two]);
    await remove(two);
    expect([await attached(first), await attached(second)]).toEqual([[three, one], []]);
    await attach(first, [one, three]);
    expect(await attached(first)).toEqual([one, three]);
  });

  test("attached by two clients at once are the whole list of one of them", async () => {
    const pageId = await createPage();
    const topicIds = await createTopics(30);
    const [one, other] = [topicIds.slice(0, 20), topicIds.slice(5).reverse()];
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([attach(pageId, one), attach(pageId, other)]);
      const result = await attached(pageId);
      expect([one, other]).toContainEqual(result);
    }
  });

  test("deleted while they are being attached are attached to no page", async () => {
    const pageId = await createPage();
    const [kept, other] = (await createTopics(2)) as [string, string];
    for (let round = 0; round < 20; round += 1) {
      const going = await createTopic("Going");
      const body = { topicIds: [kept, going, other] };
      const [answer] = await Promise.all([api().send("setPageTopics", { params: { page_id: pageId }, body }), remove(going)]);
      expect([200, 422]).toContain(answer.status);
      expect(await attached(pageId)).not.toContain(going);
    }
  });

  test("come first on the page, then the default topics by sortOrder, each with its entries in order", async () => {
    for (const { topicId } of (await api().call("listTopics", { query: { limit: 100 } })).items)
      await api().call("updateTopic", { params: { topic_id: topicId }, body: { isDefault: false } });
    const [pageId, bare] = [await createPage(), await createPage()];
    const late = await createTopic("Default, late", { isDefault: true, sortOrder: 9_000 });
    const early = await createTopic("Default, early", { isDefault: true, sortOrder: 0 });
    const twice = await createTopic("Default, attached too", { isDefault: true, sortOrder: 1 });
    const plain = await createTopic("Attached", { sortOrder: 9_999 });
    await createTopic("Neither");
    for (const [content, sortOrder] of [
      ["third", 5],
      ["first", 1],
      ["second", 1],
    ] as const)
      await api().call("createTopicEntry", {
        params: { topic_id: plain },
        body: { content: { type: "text", content }, sortOrder },
      });
    await attach(pageId, [plain, twice]);
    const topics = await feeding(pageId);
    expect(topics.map(({ topicId }) => topicId)).toEqual([plain, twice, early, late]);
    expect(topics[0]?.entries.map(({ content }) => content.content)).toEqual(["first", "second", "third"]);
    for (const topic of topics) expect(topic).toEqual(await api().call("getTopic", { params: { topic_id: topic.topicId } }));
    expect((await feeding(bare)).map(({ topicId }) => topicId)).toEqual([early, twice, late]);
  });
});
