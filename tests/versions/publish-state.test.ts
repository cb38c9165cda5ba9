import { expect, test } from "bun:test";
import { builtInFormId } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { buildVersion, makeAudience, makePage } from "../support/features/versions";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";

onBothEngines("what is saved and not live yet", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  async function stage(audiences: number) {
    const page_id = await makePage(api(), { name: "Stage" });
    const places = [];
    for (let made = 0; made < audiences; made += 1) places.push(await makeAudience(api(), {}, page_id));
    // Changes within the millisecond of a version could be on either side of it.
    await Bun.sleep(5);
    const outdated = async () => (await api().call("getPublishState", { params: { page_id } })).outdated;
    return { page_id, places, outdated, change: () => api().call("updatePage", { params: { page_id }, body: { title: "New" } }) };
  }

  test("a change of the page is live for nobody until versions are built", async () => {
    const { page_id, places, outdated, change } = await stage(3);
    expect(await outdated()).toBe(0);
    await api().call("updatePage", { params: { page_id }, body: { status: "published" } });
    expect(await outdated()).toBe(0);
    await change();
    expect(await outdated()).toBe(3);
    await buildVersion(api(), places[0] as (typeof places)[number]);
    expect(await outdated()).toBe(2);
  });

  test("a form counts once it is changed, and not when it is made", async () => {
    const { page_id, places, outdated } = await stage(1);
    const { formId } = await api().call("createForm", { body: { name: "Apply", fields: [] } });
    const action = { actionId: "apply", actionType: "form", buttonTitle: "Apply", purpose: "", url: formId };
    await api().call("updatePage", { params: { page_id }, body: { actions: [action] } });
    await buildVersion(api(), places[0] as (typeof places)[number]);
    await Bun.sleep(5);
    expect(await outdated()).toBe(0);
    await api().call("createForm", { body: { name: "Another", fields: [] } });
    expect(await outdated()).toBe(0);
    await api().call("updateForm", { params: { form_id: formId }, body: { instructions: "We answer within a day." } });
    expect(await outdated()).toBe(1);
  });

  test("is counted over all audiences of a page, however many there are", async () => {
    const page_id = await makePage(api(), { name: "Many" });
    for (let batch = 0; batch < 6; batch += 1) {
      const audiences = Array.from({ length: 100 }, (_, index) => ({ externalId: `many-${batch}-${index}` }));
      await api().call("createAudienceBatch", { params: { page_id }, body: { audiences } });
    }
    await Bun.sleep(5);
    await api().call("updatePage", { params: { page_id }, body: { title: "New" } });
    expect((await api().call("getPublishState", { params: { page_id } })).outdated).toBe(600);
  });

  test("a change of one audience, of a topic or of the topics' order counts too", async () => {
    const { page_id, places, outdated } = await stage(2);
    await api().call("updateAudience", { params: places[0] as (typeof places)[number], body: { customName: "Other" } });
    expect(await outdated()).toBe(1);
    const { topicId } = await api().call("createTopic", { body: { title: "Prices" } });
    await api().call("setPageTopics", { params: { page_id }, body: { topicIds: [topicId] } });
    expect(await outdated()).toBe(2);
    for (const place of places) await buildVersion(api(), place);
    await Bun.sleep(5);
    await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type: "text", content: "€ 5" } } });
    expect(await outdated()).toBe(2);
  });

  test("deleting the brand, a form or a topic counts, for the pages that showed it, and the warnings tell", async () => {
    const { brandId } = await api().call("createBrand", { body: { name: "Acme" } });
    const { formId } = await api().call("createForm", { body: { name: "Demo", fields: [] } });
    const { topicId } = await api().call("createTopic", { body: { title: "For all", isDefault: true } });
    const action = { purpose: "", buttonTitle: "Write", actionType: "form", url: formId };
    const other = await stage(1);
    const { page_id, places, outdated } = await stage(2);
    await api().call("updatePage", { params: { page_id }, body: { brandId, actions: [action] } });
    const live = async () => {
      for (const place of [...places, ...other.places]) await buildVersion(api(), place);
      await Bun.sleep(5);
      return outdated();
    };
    const warned = async () =>
      (await api().call("getPublishState", { params: { page_id } })).warnings.map(({ code, location }) => `${code} ${location}`);
    expect([await live(), await warned()]).toEqual([0, []]);
    await api().call("deleteBrand", { params: { brand_id: brandId } });
    expect([await outdated(), await other.outdated()]).toEqual([2, 0]);
    expect(await warned()).toEqual(["brand_not_found brandId"]);
    expect(await live()).toBe(0);
    await api().call("deleteForm", { params: { form_id: formId } });
    expect([await outdated(), await other.outdated()]).toEqual([2, 0]);
    expect(await warned()).toEqual(["brand_not_found brandId", "form_not_found actions[0]"]);
    expect(await live()).toBe(0);
    const shown = (isDefault: boolean) => api().call("updateTopic", { params: { topic_id: topicId }, body: { isDefault } });
    await shown(false);
    expect([await outdated(), await other.outdated()]).toEqual([2, 1]);
    await shown(true);
    expect(await live()).toBe(0);
    await api().call("deleteTopic", { params: { topic_id: topicId } });
    expect([await outdated(), await other.outdated()]).toEqual([2, 1]);
  });

  test("another default language counts, for the pages that name none", async () => {
    const [named, unnamed] = [await stage(1), await stage(1)];
    await api().call("updatePage", { params: { page_id: named.page_id }, body: { language: "fr" } });
    for (const place of [...named.places, ...unnamed.places]) await buildVersion(api(), place);
    await Bun.sleep(5);
    await api().call("updateSettings", { body: { defaultLanguage: "en" } });
    expect([await named.outdated(), await unnamed.outdated()]).toEqual([0, 0]);
    await api().call("updateSettings", { body: { defaultLanguage: "de" } });
    expect([await named.outdated(), await unnamed.outdated()]).toEqual([0, 1]);
  });

  test("batches are listed with how far they are", async () => {
    const { page_id, change, outdated } = await stage(2);
    await change();
    const { batchId } = await api().call("createVersionBatch", { params: { page_id } });
    await until(async () => (await api().call("getVersionBatch", { params: { page_id, batch_id: batchId } })).done);
    const { items, totalCount } = await api().call("listVersionBatches", { params: { page_id } });
    expect([items.map((batch) => batch.batchId), items[0]?.total, totalCount]).toEqual([[batchId], 2, 1]);
    expect(await outdated()).toBe(0);
  });

  test("what a version was built from can be read and seen, of any version that is kept", async () => {
    const { places, change } = await stage(1);
    const place = places[0] as (typeof places)[number];
    const { publishedVersion: first } = await api().call("getAudience", { params: place });
    await change();
    const second = await buildVersion(api(), place);
    const titleOf = async (version_id: string) => {
      const { document } = await api().call("getVersionDocument", { params: { ...place, version_id } });
      return (document.page as { title: string }).title;
    };
    expect([await titleOf(first.versionId), await titleOf(second.versionId)]).toEqual(["Stage", "New"]);
    const preview = await api().call("previewAudienceVersion", { params: { ...place, version_id: first.versionId } });
    const shown = await fetch(preview.url.replace("http://pages.foyer.test", service().pagesOrigin), {
      headers: { host: "pages.foyer.test" },
    });
    expect(shown.status).toBe(200);
    expect(shown.headers.get("content-security-policy")).toContain("frame-ancestors http://foyer.test");
    expect(
      (await api().refusal("previewAudienceVersion", { params: { ...place, page_id: "page_none", version_id: first.versionId } }))
        .code,
    ).toBe("not_found");
  });

  test("moving an image to the trash counts, for the pages that name it and until a version without it is live", async () => {
    const file = new File(["<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"], "mark.svg", {
      type: "image/svg+xml",
    });
    const { assetId } = await api().call("createAsset", { file });
    const { topicId } = await api().call("createTopic", { body: { title: "Mark" } });
    const content = { type: "image", content: assetId };
    await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    const [shows, other] = [await stage(1), await stage(1)];
    await api().call("setPageTopics", { params: { page_id: shows.page_id }, body: { topicIds: [topicId] } });
    await buildVersion(api(), shows.places[0] as (typeof shows.places)[number]);
    await Bun.sleep(5);
    expect(await shows.outdated()).toBe(0);
    await api().call("deleteAsset", { params: { asset_id: assetId } });
    expect([await shows.outdated(), await other.outdated()]).toEqual([1, 0]);
    await api().call("restoreAsset", { params: { asset_id: assetId } });
    expect(await shows.outdated()).toBe(0);
    await api().call("deleteAsset", { params: { asset_id: assetId } });
    await Bun.sleep(5);
    await buildVersion(api(), shows.places[0] as (typeof shows.places)[number]);
    expect(await shows.outdated()).toBe(0);
  });

  test("names each audience whose own form is gone, as a version batch and the audience's effective view do", async () => {
    const create = async () => (await api().call("createForm", { body: { name: "Own", fields: [] } })).formId;
    const [kept, deleted, ofPage] = [await create(), await create(), await create()];
    const action = (actionId: string, actionType: string, url: string) => ({
      actionId,
      actionType,
      url,
      buttonTitle: "Go",
      purpose: "",
    });
    const actions = [action("main", "form", ofPage), action("site", "url", "https://example.com")];
    const page_id = await makePage(api(), { name: "Forms", actions });
    const audience = (body: object) => makeAudience(api(), body, page_id);
    const gone = await audience({ actionFormIdOverride: deleted });
    const misspelt = await audience({ actionFormIdOverride: "no-such-form" });
    const archived = await audience({ actionFormIdOverride: "archived" });
    const leads = await audience({ actionFormIdOverride: "unused", actionUrlOverride: "https://example.com/own" });
    const forms = [kept, builtInFormId, ofPage];
    const fine = await Promise.all(forms.map((actionFormIdOverride) => audience({ actionFormIdOverride })));
    await api().call("archiveAudience", { params: archived });
    const told = async (place: Awaited<typeof gone>) => (await api().call("getEffectiveAudience", { params: place })).warnings;
    const state = async () => (await api().call("getPublishState", { params: { page_id } })).warnings;
    const batch = async () => (await api().call("createVersionBatch", { params: { page_id }, body: {} })).warnings;
    expect(await state()).toEqual(await told(misspelt));
    await api().call("deleteForm", { params: { form_id: deleted } });
    const [first] = await told(gone);
    const expected = [first, ...(await told(misspelt))];
    expect(expected.map((one) => [one?.location, one?.code, one?.subjectId])).toEqual([
      ["actionFormIdOverride", "form_not_found", gone.audience_id],
      ["actionFormIdOverride", "form_not_found", misspelt.audience_id],
    ]);
    expect(await state()).toEqual(expected as never);
    expect(await batch()).toEqual(expected as never);
    expect((await Promise.all([leads, ...fine].map(told))).flat()).toEqual([]);
    await api().call("updatePage", { params: { page_id }, body: { actions: [...actions, action("more", "form", "")] } });
    expect((await state()).map(({ subjectId }) => subjectId)).toEqual(
      expect.arrayContaining([gone, misspelt, leads].map(({ audience_id }) => audience_id)),
    );
    await api().call("updatePage", { params: { page_id }, body: { actions: [action("site", "url", "https://example.com")] } });
    expect(await state()).toEqual([]);
  });

  test("names an audience whose own form is gone behind hundreds whose forms are there", async () => {
    const action = { actionId: "main", actionType: "form", url: "", buttonTitle: "Go", purpose: "" };
    const page_id = await makePage(api(), { name: "Many forms", actions: [action] });
    const forms = await Promise.all(
      Array.from({ length: 260 }, (_, index) => api().call("createForm", { body: { name: `Own ${index}`, fields: [] } })),
    );
    const named = [...forms.map(({ formId }) => formId), "z no such form"];
    for (let from = 0; from < named.length; from += 100) {
      const audiences = named.slice(from, from + 100).map((formId) => ({ externalId: formId, actionFormIdOverride: formId }));
      await api().call("upsertAudienceBatch", { params: { page_id }, body: { audiences, dryRun: false } });
    }
    const { warnings } = await api().call("getPublishState", { params: { page_id } });
    expect(warnings.map(({ location, code }) => [location, code])).toEqual([["actionFormIdOverride", "form_not_found"]]);
  });
});

onBothEngines("cancelling a batch", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("adds no more versions, and leaves what is live as it is", async () => {
    const { api } = service();
    const page_id = await makePage(api, { name: "Cancelled" });
    const place = await makeAudience(api, {}, page_id);
    const { batchId } = await api.call("createVersionBatch", { params: { page_id } });
    const params = { page_id, batch_id: batchId };
    const cancelled = await api.call("cancelVersionBatch", { params });
    expect(cancelled).toMatchObject({ done: true, total: 0, notMade: 1, cancelledAt: expect.any(String) });
    expect(await api.call("cancelVersionBatch", { params })).toEqual(cancelled);
    const { items } = await api.call("listEvents", { query: { type: "version_batch.cancelled" } as never });
    expect(items.map(({ data }) => data)).toEqual([{ batchId, pageId: page_id, made: 0 }]);
    expect((await api.call("getAudience", { params: place })).status).toBe("published");
  });
});
