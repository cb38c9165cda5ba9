import { expect, test } from "bun:test";
import type { Operations } from "../../contract";
import { maxBuildAttempts } from "../../server/features/publishing/build-versions";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { type AudienceParams, buildVersion, makeAudience, makePage, versionsOf } from "../support/features/versions";
import type { Api, Sent } from "../support/service/api";
import { JobsByHand } from "../support/service/jobs-by-hand";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

async function addAudiences(api: Api, pageId: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 100) {
    const body = { audiences: Array.from({ length: Math.min(left, 100) }, () => ({})) };
    await api.call("createAudienceBatch", { params: { page_id: pageId }, body });
  }
}

async function batchOver(api: Api, count: number): Promise<() => Promise<boolean>> {
  const pageId = await makePage(api);
  await addAudiences(api, pageId, count);
  const { batchId } = await api.call("createVersionBatch", { params: { page_id: pageId }, body: {} });
  return async () => (await api.call("getVersionBatch", { params: { page_id: pageId, batch_id: batchId } })).done;
}

onBothEngines("builds have lanes", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;

  const waitingIn = async (lane: string) =>
    (await service().db.all(sql`SELECT job_id FROM jobs WHERE lane = ${lane} AND ready = 1`)).length;

  async function create(place: AudienceParams, body: Sent<Operations["createAudienceVersion"]>["body"] = {}): Promise<string> {
    return (await api().call("createAudienceVersion", { params: place, body })).versionId;
  }

  async function statusesOf(place: AudienceParams): Promise<string[]> {
    return (await versionsOf(api(), place)).map(({ status }) => status);
  }

  test("a version that is asked for by itself does not wait for bulk builds, though its audience has versions among them", async () => {
    const jobs = new JobsByHand(service());
    const place = await makeAudience(api());
    const startBatch = () => api().call("createVersionBatch", { params: { page_id: place.page_id }, body: {} });
    await Promise.all([startBatch(), startBatch()]);
    for (let walk = 0; walk < 2; walk += 1) await (await jobs.begin())?.finish();
    // The second walk's version waits for the first one's, which waits among the bulk builds.
    expect(await statusesOf(place)).toEqual(["published", "queued", "pending"]);
    expect([await waitingIn("builds"), await waitingIn("bulkBuilds")]).toEqual([0, 1]);
    await create(place);
    await create(place, { publish: "manual" });
    expect([await waitingIn("builds"), await waitingIn("bulkBuilds")]).toEqual([1, 1]);
    const kinds: string[] = [];
    while ((await waitingIn("builds")) > 0) {
      const begun = await jobs.begin();
      kinds.push(begun?.kind as string);
      await begun?.finish();
    }
    expect(kinds).toEqual(Array(4).fill("buildVersions"));
    expect(await statusesOf(place)).toEqual(["archived", "archived", "archived", "published", "draft"]);
    expect(await waitingIn("bulkBuilds")).toBe(1);
    const before = await versionsOf(api(), place);
    await jobs.finishAll();
    expect(await versionsOf(api(), place)).toEqual(before);
  });

  test("a version that waits for one of a batch that is being built follows it without waiting for bulk builds", async () => {
    const jobs = new JobsByHand(service());
    const place = await makeAudience(api());
    await api().call("createVersionBatch", { params: { page_id: place.page_id }, body: {} });
    await (await jobs.begin())?.finish();
    const building = await jobs.begin();
    expect(building?.kind).toBe("buildVersionsInBulk");
    await create(place);
    expect(await statusesOf(place)).toEqual(["published", "processing", "pending"]);
    await building?.finish();
    expect([await waitingIn("builds"), await waitingIn("bulkBuilds")]).toEqual([1, 0]);
    await jobs.finishAll();
    expect(await statusesOf(place)).toEqual(["archived", "archived", "published"]);
  });

  test("built twice at the same time, by both lanes, a version goes live once", async () => {
    const jobs = new JobsByHand(service());
    const place = await makeAudience(api());
    await api().call("createVersionBatch", { params: { page_id: place.page_id }, body: {} });
    await (await jobs.begin())?.finish();
    await create(place);
    const [quick, bulk] = [await jobs.begin(), await jobs.begin()];
    expect([quick?.kind, bulk?.kind]).toEqual(["buildVersions", "buildVersionsInBulk"]);
    await bulk?.finish();
    await quick?.finish();
    await jobs.finishAll();
    expect(await statusesOf(place)).toEqual(["archived", "archived", "published"]);
    const { items } = await api().call("listEvents", { query: { type: "audience_version.published", limit: 100 } });
    expect(items.filter(({ data }) => data.audienceId === place.audience_id)).toHaveLength(3);
  });

  test("a tenant's batch delays another tenant's by no more than its share: they are built in turn", async () => {
    const jobs = new JobsByHand(service());
    const [large, small] = [await createTenant(service(), "large"), await createTenant(service(), "small")];
    await batchOver(large.api, 600);
    await batchOver(large.api, 200);
    const counts = new Map<string, number>();
    const work = async () => {
      const begun = await jobs.begin();
      await begun?.finish();
      if (begun) counts.set(begun.tenantId, (counts.get(begun.tenantId) ?? 0) + 1);
    };
    for (let count = 0; count < 5; count += 1) await work();
    const isDone = await batchOver(small.api, 300);
    counts.clear();
    let most = 0;
    while (!(await isDone())) {
      await work();
      most = Math.max(most, await waitingIn("bulkBuilds"));
    }
    const [ofSmall = 0, ofLarge = 0] = [counts.get(small.tenantId), counts.get(large.tenantId)];
    expect(ofSmall).toBeGreaterThan(6);
    expect(Math.abs(ofLarge - ofSmall)).toBeLessThanOrEqual(1);
    // A batch is walked as it is built, so that it never fills the queue.
    expect(most).toBeLessThan(20);
    await jobs.finishAll();
  });

  test(`a build job that dies ${maxBuildAttempts} times cancels what it could not build, and leaves drafts that are built`, async () => {
    const jobs = new JobsByHand(service());
    const places = [await makeAudience(api()), await makeAudience(api())] as const;
    const draft = await create(places[0], { publish: "manual" });
    await jobs.finishAll();
    const unbuilt = await create(places[1], { publish: "manual" });
    const versions = [
      { audienceId: places[0].audience_id, versionId: draft },
      { audienceId: places[1].audience_id, versionId: unbuilt },
    ];
    // One job for both, whose process ended each time after it had built the first.
    const payload = JSON.stringify({ versions });
    await service().db.transaction((tx) =>
      tx.run(sql`UPDATE jobs SET payload = ${payload}, attempts = ${maxBuildAttempts} WHERE kind = 'buildVersions'`),
    );
    await (await jobs.begin())?.finish();
    expect(await statusesOf(places[0])).toEqual(["published", "draft"]);
    expect(await statusesOf(places[1])).toEqual(["published", "cancelled"]);
    const { status } = await api().call("publishAudienceVersion", { params: { ...places[0], version_id: draft }, body: {} });
    expect(status).toBe("published");
  });
});

onBothEngines("while a large batch is built", (engine) => {
  const service = useService(engine);

  test("a version that is asked for by itself is live long before the batch is done", async () => {
    const { api } = service();
    const pageId = await makePage(api);
    await addAudiences(api, pageId, 1_500);
    const { items } = await api.call("listAudiences", { params: { page_id: pageId }, query: { limit: 100 } });
    const { batchId } = await api.call("createVersionBatch", { params: { page_id: pageId }, body: {} });
    const left: number[] = [];
    for (const { audienceId } of items.slice(0, 5)) {
      await buildVersion(api, { page_id: pageId, audience_id: audienceId });
      const { states } = await api.call("getVersionBatch", { params: { page_id: pageId, batch_id: batchId } });
      left.push(states.queued + states.processing);
    }
    expect(left[0]).toBeGreaterThan(1_000);
  });
});
