import { expect, test } from "bun:test";
import { createIds } from "../../server/records/ids";
import type { SessionRow } from "../../server/visits/session-row";
import { publishPage } from "../support/browser/site";
import { onBothEngines } from "../support/database/engines";
import { randomSession, saveRandom } from "../support/features/stats";
import { useService } from "../support/service/service";

const dayMs = 86_400_000;

onBothEngines("results", (engine) => {
  const service = useService(engine);

  test("tell the results of each version, and of a batch before and after it", async () => {
    const { place } = await publishPage(service(), {}, {});
    const { page_id } = place;
    const { batchId } = await service().api.call("createVersionBatch", { params: { page_id } });
    const params = { page_id, batch_id: batchId };
    while (!(await service().api.call("getVersionBatch", { params })).done) await Bun.sleep(20);
    const { items } = await service().api.call("listAudienceVersions", { params: place });
    const [newer, older] = items.map(({ versionId }) => versionId) as [string, string];
    const newId = createIds(Date.now);
    const shown = (version_id: string, has_conversion: number): SessionRow => ({
      ...randomSession(newId, [place], service().clock()),
      ...{ version_id, has_conversion, kind: "person", audience_id: place.audience_id, time_spent_seconds: 20 },
    });
    const sessions = [
      shown(older, 0),
      shown(older, 0),
      shown(older, 1),
      shown(newer, 1),
      { ...shown(newer, 1), kind: "bot" as const },
    ];
    await saveRandom(
      service(),
      sessions.map((after) => ({ before: undefined, after })),
    );

    const results = await service().api.call("listVersionResults", { params: place });
    expect(results.items).toMatchObject([
      { versionId: newer, visits: 1, conversions: 1, totalTimeSeconds: 20, audiences: 1 },
      { versionId: older, visits: 3, conversions: 1, totalTimeSeconds: 60, audiences: 1 },
    ]);
    expect(await service().api.call("getVersionBatchResults", { params })).toMatchObject({
      before: { visits: 3, conversions: 1, audiences: 1 },
      after: { visits: 1, conversions: 1, audiences: 1 },
    });

    const long = 91 * dayMs;
    const late = [shown(newer, 1), shown(older, 1)].map((one) => ({ ...one, session_started_at: service().clock() + long }));
    await saveRandom(
      service(),
      late.map((after) => ({ before: undefined, after })),
    );
    expect(await service().api.call("getVersionBatchResults", { params })).toMatchObject({
      before: { visits: 3 },
      after: { visits: 1 },
    });
  });

  test("of a batch are compared with the versions that were live before it, also if an older draft goes live later", async () => {
    const { place } = await publishPage(service(), {}, {});
    const { page_id } = place;
    const live = async () => (await service().api.call("listAudienceVersions", { params: place })).items;
    const [first] = (await live()).map(({ versionId }) => versionId) as [string];
    const { versionId: draft } = await service().api.call("createAudienceVersion", {
      params: place,
      body: { publish: "manual" },
    });
    while ((await live()).find(({ versionId }) => versionId === draft)?.status !== "draft") await Bun.sleep(20);
    const { batchId } = await service().api.call("createVersionBatch", { params: { page_id } });
    const params = { page_id, batch_id: batchId };
    while (!(await service().api.call("getVersionBatch", { params })).done) await Bun.sleep(20);
    const [second] = (await live()).map(({ versionId }) => versionId) as [string];
    await service().api.call("publishAudienceVersion", { params: { ...place, version_id: draft } });
    const newId = createIds(Date.now);
    const sessions = [first, first, second, draft].map((version_id) => ({
      ...randomSession(newId, [place], service().clock()),
      ...{ version_id, kind: "person" as const, audience_id: place.audience_id },
    }));
    await saveRandom(
      service(),
      sessions.map((after) => ({ before: undefined, after })),
    );
    expect(await service().api.call("getVersionBatchResults", { params })).toMatchObject({
      before: { visits: 2 },
      after: { visits: 1 },
    });
  });

  test("of a batch are compared with what it replaced, also after an earlier version went live again", async () => {
    const { api, clock, advance } = service();
    const { place } = await publishPage(service(), {}, {});
    const { page_id } = place;
    const live = async () => (await api.call("getAudience", { params: place })).publishedVersion.versionId;
    const sessions: SessionRow[] = [];
    const newId = createIds(Date.now);
    const visited = async (count: number) => {
      advance(1_000);
      const session_started_at = clock();
      const shown = { version_id: await live(), kind: "person" as const, audience_id: place.audience_id, session_started_at };
      for (let one = 0; one < count; one += 1) sessions.push({ ...randomSession(newId, [place], clock()), ...shown });
      advance(1_000);
    };
    const batch = async () => {
      const { batchId } = await api.call("createVersionBatch", { params: { page_id } });
      const params = { page_id, batch_id: batchId };
      while (!(await api.call("getVersionBatch", { params })).done) await Bun.sleep(20);
      return params;
    };
    const first = await live();
    await visited(1);
    const one = await batch();
    await visited(2);
    await api.call("publishAudienceVersion", { params: { ...place, version_id: first } });
    await visited(4);
    const other = await batch();
    await visited(8);
    await saveRandom(
      service(),
      sessions.map((after) => ({ before: undefined, after })),
    );
    expect(await api.call("getVersionBatchResults", { params: one })).toMatchObject({
      before: { visits: 1 },
      after: { visits: 2 },
    });
    expect(await api.call("getVersionBatchResults", { params: other })).toMatchObject({
      before: { visits: 4 },
      after: { visits: 8 },
    });
  });
});
