import { expect, test } from "bun:test";
import { openDatabase } from "../../server/storage/open";
import type { Database } from "../../server/storage/port";
import { sql } from "../../server/storage/sql";
import { createStorage, onBothEngines } from "../support/database/engines";
import { makeAudience, makePage, untilQuiet, versionsOf } from "../support/features/versions";
import type { Api } from "../support/service/api";
import { JobsByHand } from "../support/service/jobs-by-hand";
import { spawnServer } from "../support/service/process";
import { useService } from "../support/service/service";

async function pageWith(api: Api, audiences: number): Promise<string> {
  const pageId = await makePage(api);
  for (let left = audiences; left > 0; left -= 100) {
    const body = { audiences: Array.from({ length: Math.min(left, 100) }, () => ({})) };
    await api.call("createAudienceBatch", { params: { page_id: pageId }, body });
  }
  return pageId;
}

function start(api: Api, pageId: string): Promise<{ batchId: string; total: number }> {
  return api.call("createVersionBatch", { params: { page_id: pageId }, body: {} });
}

/** How far it is; whatever that is, its states add up. */
async function look(api: Api, pageId: string, batchId: string) {
  const batch = await api.call("getVersionBatch", { params: { page_id: pageId, batch_id: batchId } });
  const { pending, queued, processing, ...over } = batch.states;
  const sum = (counts: object) => Object.values(counts).reduce((all: number, one: number) => all + one, 0);
  expect([batch.total, sum(batch.states)]).toEqual([batch.total, batch.total]);
  if (batch.done) expect([pending, queued, processing]).toEqual([0, 0, 0]);
  return { ...batch, over: sum(over) };
}

async function untilDone(api: Api, pageId: string, batchId: string) {
  let looks = 0;
  for (;;) {
    const batch = await look(api, pageId, batchId);
    looks += 1;
    if (batch.done) return { ...batch, looks };
  }
}

/** Of each audience of the page: how many versions the batch made it, and how many are live. */
async function versionsMade(db: Database, pageId: string, batchId: string): Promise<{ made: number; live: number }[]> {
  return db.all(sql`
    SELECT CAST(sum(CASE WHEN v.batch_id = ${batchId} THEN 1 ELSE 0 END) AS INTEGER) AS made,
      CAST(sum(CASE WHEN v.status = 'published' THEN 1 ELSE 0 END) AS INTEGER) AS live
    FROM audiences a JOIN audience_versions v ON v.tenant_id = a.tenant_id AND v.audience_id = a.audience_id
    WHERE a.page_id = ${pageId} GROUP BY a.audience_id`);
}

onBothEngines("version batches", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  test("progress always adds up to the total, and a batch is done when all its versions are built", async () => {
    const pageId = await pageWith(api(), 350);
    const { batchId, total } = await start(api(), pageId);
    expect(total).toBe(350);
    const { looks, states } = await untilDone(api(), pageId, batchId);
    expect(states).toMatchObject({ published: 350 });
    expect(looks).toBeGreaterThan(3);
    expect(await service().db.all(sql`SELECT job_id FROM jobs WHERE lane IN ('builds', 'bulkBuilds')`)).toEqual([]);
    expect(await versionsMade(service().db, pageId, batchId)).toEqual(Array.from({ length: 350 }, () => ({ made: 1, live: 1 })));
  });

  test("two batches at once both finish, one after the other for each audience", async () => {
    const pageId = await pageWith(api(), 150);
    const [one, other] = await Promise.all([start(api(), pageId), start(api(), pageId)]);
    const ended = await Promise.all([one, other].map(({ batchId }) => untilDone(api(), pageId, batchId)));
    await untilQuiet(service().db);
    expect(ended.map(({ total }) => total)).toEqual([150, 150]);
    const states = (await Promise.all([one, other].map(({ batchId }) => look(api(), pageId, batchId)))).map(
      (batch) => batch.states,
    );
    expect(states.map(({ published, archived }) => published + archived)).toEqual([150, 150]);
    expect(states.reduce((all, { published }) => all + published, 0)).toBe(150);
    for (const { batchId } of [one, other]) {
      const made = await versionsMade(service().db, pageId, batchId);
      expect(made).toEqual(Array.from({ length: 150 }, () => ({ made: 1, live: 1 })));
    }
  });

  test("a page without audiences is done at once, another page's batch is not found, an archived page has none", async () => {
    const pageId = await makePage(api());
    const { batchId, total } = await start(api(), pageId);
    expect([total, (await untilDone(api(), pageId, batchId)).total]).toEqual([0, 0]);
    const params = { page_id: await makePage(api()), batch_id: batchId };
    expect((await api().refusal("getVersionBatch", { params })).code).toBe("not_found");
    await api().call("archivePage", { params: { page_id: pageId } });
    expect((await api().refusal("createVersionBatch", { params: { page_id: pageId }, body: {} })).code).toBe("page_archived");
  });
});

onBothEngines("a version batch, step by step", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;

  test("leaves out audiences that are archived before their turn", async () => {
    const jobs = new JobsByHand(service());
    const page_id = await makePage(api());
    const places = [];
    for (let index = 0; index < 4; index += 1) places.push(await makeAudience(api(), {}, page_id));
    const [before, meanwhile, ...others] = places as [(typeof places)[0], (typeof places)[0], ...typeof places];
    await api().call("archiveAudience", { params: before });
    const { batchId, total } = await start(api(), page_id);
    expect(total).toBe(3);
    expect((await look(api(), page_id, batchId)).states.queued).toBe(3);
    await api().call("archiveAudience", { params: meanwhile });
    await jobs.finishAll();
    expect(await look(api(), page_id, batchId)).toMatchObject({ total: 2, done: true, states: { published: 2 } });
    for (const place of [before, meanwhile]) expect((await versionsOf(api(), place)).length).toBe(1);
    for (const place of others) expect((await versionsOf(api(), place)).length).toBe(2);
  });

  test("leaves out audiences created after it was started", async () => {
    const jobs = new JobsByHand(service());
    const page_id = await pageWith(api(), 3);
    for (let round = 0; round < 25; round += 1) {
      const { batchId, total } = await start(api(), page_id);
      const late = await makeAudience(api(), {}, page_id);
      await jobs.finishAll();
      expect((await look(api(), page_id, batchId)).total).toBe(total);
      expect((await versionsOf(api(), late)).length).toBe(1);
      await api().call("archiveAudience", { params: late });
    }
  });

  test("is not done while a version is being built, and counts cancelled ones", async () => {
    const jobs = new JobsByHand(service());
    const place = await makeAudience(api());
    const { batchId } = await start(api(), place.page_id);
    const see = async () => {
      const { done, states } = await look(api(), place.page_id, batchId);
      return [done, Object.entries(states).find(([, count]) => count > 0)?.[0]];
    };
    expect(await see()).toEqual([false, "queued"]);
    await (await jobs.begin())?.finish();
    expect(await see()).toEqual([false, "queued"]);
    const building = await jobs.begin();
    expect(await see()).toEqual([false, "processing"]);
    const { latestVersion } = await api().call("getAudience", { params: place });
    const params = { ...place, version_id: latestVersion.versionId };
    await api().call("cancelAudienceVersion", { params, body: {} });
    await building?.finish();
    expect(await see()).toEqual([true, "cancelled"]);
  });
});

onBothEngines("a version batch that is cancelled", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;

  test("tells how many audiences got no version because of it, also when it is read or cancelled again", async () => {
    const jobs = new JobsByHand(service());
    const pageId = await pageWith(api(), 250);
    const { batchId } = await start(api(), pageId);
    expect(await look(api(), pageId, batchId)).toMatchObject({ total: 250, notMade: 0, cancelledAt: null });
    // Adds versions to the first 200 audiences, and the next one builds 50 of them.
    for (let job = 0; job < 2; job += 1) await (await jobs.begin())?.finish();
    const params = { page_id: pageId, batch_id: batchId };
    const { cancelledAt } = await api().call("cancelVersionBatch", { params });
    expect(cancelledAt).not.toBeNull();
    expect(await api().call("cancelVersionBatch", { params })).toMatchObject({ total: 200, notMade: 50, cancelledAt });
    await jobs.finishAll();
    const states = { published: 50, cancelled: 150 };
    expect(await look(api(), pageId, batchId)).toMatchObject({ total: 200, notMade: 50, done: true, cancelledAt, states });
    expect(await api().call("cancelVersionBatch", { params })).toMatchObject({ notMade: 50, cancelledAt });
  });
});

onBothEngines("the server is killed in the middle of a batch", (engine) => {
  const kills = 2;
  const audiences = 400;

  test(`${kills} times: the batch finishes, and each audience has one version of it`, async () => {
    const storage = await createStorage(engine, { hasTables: true });
    try {
      let server = await spawnServer(storage.environment);
      const { key } = server.api;
      const pageId = await pageWith(server.api, audiences);
      const { batchId } = await start(server.api, pageId);
      const seen: number[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        let progress = await look(server.api, pageId, batchId);
        while (progress.over < (audiences * kill) / (kills + 1)) progress = await look(server.api, pageId, batchId);
        await server.kill();
        seen.push(progress.over);
        expect(progress.done).toBe(false);
        await expireLeases(storage);
        server = await spawnServer(storage.environment, key);
      }
      const { states, total } = await untilDone(server.api, pageId, batchId);
      expect([total, states.published]).toEqual([audiences, audiences]);
      console.log(`killed [${engine}] when ${seen.join(", ")} of ${audiences} were built`);
      await server.stop();
      const db = openDatabase(storage);
      const made = await versionsMade(db, pageId, batchId);
      await db.close();
      expect(made).toEqual(Array.from({ length: audiences }, () => ({ made: 1, live: 1 })));
    } finally {
      await storage.remove();
    }
  });

  /** As if the time had passed that a dead process still has its jobs. */
  async function expireLeases(storage: Parameters<typeof openDatabase>[0]): Promise<void> {
    const db = openDatabase(storage);
    await db.transaction((tx) => tx.run(sql`UPDATE jobs SET ready = 1, claimed_by = NULL WHERE claimed_by IS NOT NULL`));
    await db.close();
  }
});
