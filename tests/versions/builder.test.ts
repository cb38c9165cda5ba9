import { expect, test } from "bun:test";
import { maxBuildAttempts } from "../../server/features/publishing/build-versions";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { buildingOn } from "../support/features/building";
import { type AudienceParams, makeAudience, makePage, readAudience, versionsOf } from "../support/features/versions";
import { type Begun, JobsByHand } from "../support/service/jobs-by-hand";
import { useService } from "../support/service/service";

const actions = [
  { actionId: "buy", purpose: "Buy", buttonTitle: "Buy", actionType: "link", url: "/buy" },
  { actionId: "ask", purpose: "Ask", buttonTitle: "Ask", actionType: "form", url: "" },
];

onBothEngines("the builder", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  const { tenantId, create, build, documentOf, liveId, person } = buildingOn(service);

  function statusOf(place: AudienceParams, version_id: string): Promise<string> {
    return api()
      .call("getAudienceVersion", { params: { ...place, version_id } })
      .then(({ status }) => status);
  }

  async function reasons(versionId: string): Promise<unknown[]> {
    const { items } = await api().call("listEvents", { query: { type: "audience_version.cancelled", limit: 100 } });
    return items.filter(({ data }) => data.versionId === versionId).map(({ data }) => data.reason);
  }

  /** A topic that alone is more than a document may hold: in bytes, not in characters. */
  async function attachTooMuch(pageId: string): Promise<void> {
    const topicIds: string[] = [];
    for (const title of ["Much", "Too much"]) {
      const { topicId } = await api().call("createTopic", { body: { title } });
      topicIds.push(topicId);
      const content = { type: "text", content: "x".repeat(100_000) };
      for (let entry = 0; entry < 25; entry += 1) {
        await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
      }
    }
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds } });
  }

  test("makes the page as the audience sees it, with all overrides applied", async () => {
    const scripts = [{ name: "s", description: "", content: "1", enabled: true }];
    const pageId = await makePage(api(), { actions, headerActionId: "buy", scripts, metadata: { title: "Page", author: "Us" } });
    const { topicId } = await api().call("createTopic", { body: { title: "Facts" } });
    const content = { type: "text", content: "Heavy" };
    await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    const place = await makeAudience(api(), { personId: await person("Ada", "seen.test") }, pageId);
    const overrides = {
      actionUrlOverride: "/vip",
      actionFormIdOverride: "form_x",
      actionFormInstructionsOverride: "Ask kindly",
      customName: "VIP",
      metadataOverride: { title: "Yours" },
      supplementaryContext: "Likes anvils",
    };
    await api().call("updateAudience", { params: place, body: overrides });
    const made = await documentOf(place, await build(place));
    expect(made?.document).toMatchObject({
      page: {
        pageId,
        title: "Yours",
        scripts,
        headerActionId: "buy",
        actions: [
          { ...actions[0], url: "/vip", actionIndex: 0 },
          { ...actions[1], actionIndex: 1, formId: "form_x", formInstructions: "Ask kindly" },
        ],
      },
      metadata: { title: "Yours", author: "Us" },
      audience: { audienceId: place.audience_id, name: "VIP", supplementaryContext: "Likes anvils", isNewPageAgent: true },
      person: { name: "Ada" },
      account: { domain: "seen.test" },
      topics: [{ topicId, title: "Facts", entries: [{ content }] }],
    });
    expect(made?.document.page.actions[0]).not.toContainKey("formId");
  });

  test("an audience's own title and URL name the audience as their source, and a URL wins over a form", async () => {
    const forms = [{ ...actions[1], actionId: "talk", actionType: "form", url: "" } as (typeof actions)[number]];
    const pageId = await makePage(api(), { actions: forms });
    const [plain, own] = [await makeAudience(api(), {}, pageId), await makeAudience(api(), {}, pageId)];
    await api().call("updateAudience", {
      params: own,
      body: { actionUrlOverride: "/vip", actionFormIdOverride: "form_x", metadataOverride: { title: "Yours" } },
    });
    const field = async (place: AudienceParams, name: string) =>
      (await api().call("getEffectiveAudience", { params: place })).fields.find((one) => one.field === name);
    expect((await field(plain, "actions"))?.source).toBe("page");
    expect((await field(plain, "title"))?.source).toBe("page");
    expect(await field(own, "title")).toEqual({ field: "title", value: "Yours", source: "audience" });
    expect((await field(own, "actions"))?.source).toBe("audience");
    const versionId = await build(own);
    const [action] = (await documentOf(own, versionId))?.document.page.actions ?? [];
    expect(action).toMatchObject({ actionId: "talk", url: "/vip" });
    expect(action).not.toContainKey("formId");
    const page = await service().db.first<{ html: string }>(
      sql`SELECT html FROM version_pages WHERE tenant_id = ${await tenantId()} AND version_id = ${versionId}`,
    );
    expect(page?.html).toContain("<h1>Yours</h1>");
    expect(page?.html).toMatch(/class="button main" href="\/vip"/);
    expect(page?.html).not.toContain('class="form"');
  });

  test("a built version never changes; later changes are in the next one", async () => {
    const pageId = await makePage(api(), { actions });
    const personId = await person("Ada");
    const { topicId } = await api().call("createTopic", { body: { title: "Facts" } });
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    const place = await makeAudience(api(), { personId }, pageId);
    let versionId = await build(place);
    const changes: [string, () => Promise<unknown>][] = [
      ["New words", () => api().call("updatePage", { params: { page_id: pageId }, body: { pageContext: "New words" } })],
      ["Ada King", () => api().call("updatePerson", { params: { person_id: personId }, body: { name: "Ada King" } })],
      ["Figures", () => api().call("updateTopic", { params: { topic_id: topicId }, body: { title: "Figures" } })],
      ["Our VIP", () => api().call("updateAudience", { params: place, body: { customName: "Our VIP" } })],
    ];
    for (const [words, change] of changes) {
      const before = await documentOf(place, versionId);
      await change();
      expect(await documentOf(place, versionId)).toEqual(before);
      expect(before?.text).not.toContain(words);
      versionId = await build(place);
      const after = await documentOf(place, versionId);
      expect(after?.text).toContain(words);
      expect(after?.hash).not.toBe(before?.hash);
    }
  });

  test("the same page, person and overrides have the same hash", async () => {
    const place = await makeAudience(api(), { personId: await person("Ada"), supplementaryContext: "Anvils" });
    const hashes = [await liveId(place), await build(place), await build(place, { publish: "manual" })].map(async (versionId) => {
      const made = await documentOf(place, versionId);
      expect(made?.hash).toMatch(/^[\w-]{43}$/);
      return made?.hash;
    });
    expect(new Set(await Promise.all(hashes)).size).toBe(1);
  });

  test("a manual version stays a draft until it is published", async () => {
    const place = await makeAudience(api());
    const first = await liveId(place);
    const draft = await build(place, { publish: "manual" });
    expect([await statusOf(place, draft), await liveId(place)]).toEqual(["draft", first]);
    expect(await documentOf(place, draft)).toBeDefined();
    await api().call("publishAudienceVersion", { params: { ...place, version_id: draft }, body: {} });
    expect([await statusOf(place, first), await liveId(place)]).toEqual(["archived", draft]);
  });

  test("audiences created at once are limited by the bytes of their pages, in any script; one alone is not", async () => {
    const { topicId } = await api().call("createTopic", { body: { title: "Long" } });
    for (let number = 0; number < 10; number += 1) {
      const content = { type: "text", content: "{{audience.name}}".repeat(200) };
      await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    }
    const pageId = await makePage(api());
    await api().call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
    const audience = { customName: "日".repeat(1_000) };
    const three = { params: { page_id: pageId }, body: { audiences: [audience, audience, audience] } };
    expect((await api().refusal("createAudienceBatch", three)).code).toBe("page_too_large");
    await makeAudience(api(), audience, pageId);
  });

  test("a page that is too large is refused at creation, and cancels a build that finds it too large", async () => {
    const pageId = await makePage(api());
    const place = await makeAudience(api(), { personId: await person("Ada") }, pageId);
    const first = await liveId(place);
    const before = await api().call("getPage", { params: { page_id: pageId } });
    await attachTooMuch(pageId);
    expect((await api().refusal("createAudience", { params: { page_id: pageId }, body: {} })).code).toBe("page_too_large");
    const batch = { params: { page_id: pageId }, body: { audiences: [{}] } };
    expect((await api().refusal("createAudienceBatch", batch)).code).toBe("page_too_large");
    const after = await api().call("getPage", { params: { page_id: pageId } });
    expect(after.audiencesCount).toBe(before.audiencesCount);
    const versionId = await build(place);
    expect([await statusOf(place, versionId), await liveId(place)]).toEqual(["cancelled", first]);
    expect(await reasons(versionId)).toEqual([expect.stringContaining("larger than")]);
    // What is live was built before, and may be larger than what could be built now: erasing must not fail for it.
    const { personId } = await readAudience(api(), place);
    await api().call("deletePerson", { params: { person_id: personId as string } });
    expect((await documentOf(place, first))?.document).toMatchObject({ person: null, account: null });
  });

  test(`a failing build is tried ${maxBuildAttempts} times, then cancelled with the reason, and the live version stays`, async () => {
    const jobs = new JobsByHand(service());
    const place = await makeAudience(api());
    const first = await liveId(place);
    const repair = await damage(place);
    const [versionId, next] = [await create(place), await create(place)];
    const seen: string[] = [];
    for (let attempt = 1; attempt <= maxBuildAttempts; attempt += 1) {
      const begun = await jobs.begin();
      seen.push(await statusOf(place, versionId));
      await begun?.finish();
      seen.push(await statusOf(place, versionId));
      expect([await liveId(place), await documentOf(place, versionId)]).toEqual([first, undefined]);
      if (attempt < maxBuildAttempts) expect(await jobs.begin()).toBeUndefined();
      else await repair();
      service().advance(1_000 * 2 ** (attempt - 1));
    }
    const tries = Array.from({ length: maxBuildAttempts - 1 }, () => ["processing", "queued"]).flat();
    expect(seen).toEqual([...tries, "processing", "cancelled"]);
    expect(await reasons(versionId)).toEqual([expect.stringMatching(/^It could not be built: .*JSON/)]);
    await jobs.finishAll();
    expect([await statusOf(place, next), await liveId(place)]).toEqual(["published", next]);
  });

  test("a build that failed once goes live when it can be built", async () => {
    const jobs = new JobsByHand(service());
    const place = await makeAudience(api());
    const repair = await damage(place);
    const versionId = await create(place);
    await jobs.finishAll();
    expect(await statusOf(place, versionId)).toBe("queued");
    await repair();
    service().advance(1_000);
    await jobs.finishAll();
    expect([await statusOf(place, versionId), await liveId(place)]).toEqual(["published", versionId]);
  });

  test("a build whose process dies again and again is cancelled with the reason", async () => {
    const jobs = new JobsByHand(service());
    const place = await makeAudience(api());
    const first = await liveId(place);
    const versionId = await create(place);
    for (let attempt = 0; attempt <= maxBuildAttempts; attempt += 1) {
      expect(await statusOf(place, versionId)).toBe(attempt === 0 ? "queued" : "processing");
      await jobs.begin();
      await jobs.loseLeases();
    }
    expect([await statusOf(place, versionId), await liveId(place)]).toEqual(["cancelled", first]);
    expect(await reasons(versionId)).toEqual([expect.stringContaining(`Its process ended ${maxBuildAttempts} times`)]);
  });

  test("a builder that was paused past its lease writes nothing when it goes on", async () => {
    const jobs = new JobsByHand(service());
    const place = await makeAudience(api(), { customName: "Before" });
    const versionId = await create(place);
    const paused = (await jobs.begin()) as Begun;
    await jobs.loseLeases();
    await api().call("updateAudience", { params: place, body: { customName: "After" } });
    await jobs.finishAll();
    const [versions, made] = [await versionsOf(api(), place), await documentOf(place, versionId)];
    await paused.finish();
    expect([await versionsOf(api(), place), await documentOf(place, versionId)]).toEqual([versions, made]);
    expect([made?.document.audience.name, await liveId(place)]).toEqual(["After", versionId]);
  });

  /** The page can't be read any more; returns how to repair it. */
  async function damage({ page_id }: AudienceParams): Promise<() => Promise<void>> {
    const write = (actions: string) =>
      service().db.transaction((tx) => tx.run(sql`UPDATE pages SET actions = ${actions} WHERE page_id = ${page_id}`));
    await write("[{");
    return async () => void (await write("[]"));
  }
});
