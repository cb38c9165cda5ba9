import { expect, test } from "bun:test";
import type { AudienceVersion } from "../../contract";
import { chooseSeed, createRandom } from "../campaigns/random";
import { onBothEngines } from "../support/database/engines";
import { stateOf } from "../support/database/state";
import { faultsOf } from "../support/features/version-model";
import {
  type AudienceParams,
  buildVersion,
  built,
  liveOf,
  makeAudience,
  makePage,
  readAudience,
  untilQuiet,
  versionsOf,
} from "../support/features/versions";
import { useService } from "../support/service/service";

/** `npm run test:races` sets more. */
const cancelRaces = Number(process.env.RACES ?? 100);
const erasures = Number(process.env.ERASURES ?? 6);
const racers = 10;

onBothEngines("races of versions", (engine) => {
  const service = useService(engine);
  const api = () => service().api;

  test("64 repeats of an operationKey at once make one version", async () => {
    const place = await makeAudience(api());
    const body = { operationKey: "nightly" };
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => api().send("createAudienceVersion", { params: place, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(63).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => (body as AudienceVersion).versionId)).size).toBe(1);
    expect((await versionsOf(api(), place)).length).toBe(2);
    await expectWhole(place);
  });

  test(`a cancel racing with the build, ${cancelRaces} times, leaves one live version and none that was cancelled`, async () => {
    const seed = chooseSeed();
    const random = createRandom(seed);
    const pageId = await makePage(api());
    const ended = { cancelled: 0, published: 0 };
    /** About as long as a build takes: follows what happens, so that both outcomes do. */
    let edgeMs = 5;

    async function race(place: AudienceParams): Promise<void> {
      const { versionId } = await api().call("createAudienceVersion", { params: place });
      const params = { ...place, version_id: versionId };
      await Bun.sleep(edgeMs * random.between(0.5, 1.5));
      const { status } = await api().send("cancelAudienceVersion", { params, body: {} });
      const version = await built(api(), place, versionId);
      expect([status, version.status]).toEqual(status === 200 ? [200, "cancelled"] : [409, "published"]);
      expect([version.publishedAt === null, version.cancelledAt === null]).toEqual([status === 200, status !== 200]);
      ended[version.status as keyof typeof ended] += 1;
      edgeMs = status === 200 ? edgeMs * 1.1 + 0.5 : Math.max(0, edgeMs / 1.1 - 0.5);
      expect((await readAudience(api(), place)).publishedVersion.status).toBe("published");
    }

    await Promise.all(
      Array.from({ length: racers }, async () => {
        const place = await makeAudience(api(), {}, pageId);
        for (let done = 0; done < cancelRaces / racers; done += 1) await race(place);
        await expectWhole(place, false);
      }),
    );
    console.log(`cancel against build [${engine}], seed ${seed}: ${ended.cancelled} cancelled, ${ended.published} went live`);
    expect(ended.cancelled + ended.published).toBe(cancelRaces);
    expect(Math.min(ended.cancelled, ended.published)).toBeGreaterThan(0);
  });

  test("of two drafts published at once, one is live and the other is archived", async () => {
    for (let round = 0; round < 20; round += 1) {
      const place = await makeAudience(api());
      const drafts = [await draft(place), await draft(place)];
      const answers = await Promise.all(drafts.map((version_id) => publish(place, version_id)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [first, ...rest] = await versionsOf(api(), place);
      expect(first?.status).toBe("archived");
      expect(rest.map(({ status }) => status).sort()).toEqual(["archived", "published"]);
      await expectWhole(place);
    }
  });

  test("an audience archived while versions are built has none in flight, and its live version stays", async () => {
    for (let round = 0; round < 30; round += 1) {
      const place = await makeAudience(api());
      const creations = Array.from({ length: 4 }, async (_, index) => {
        await Bun.sleep(index * 2);
        return api().send("createAudienceVersion", { params: place });
      });
      await Bun.sleep(round % 12);
      const archived = await api().call("archiveAudience", { params: place });
      expect(archived.latestVersion.status).not.toMatch(/pending|queued|processing/);
      expect((await Promise.all(creations)).filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      await expectWhole(place);
      expect((await readAudience(api(), place)).status).toBe("archived");
      expect(liveOf(await versionsOf(api(), place))).toEqual([archived.publishedVersion]);
      const { audiencesCount } = await api().call("getPage", { params: { page_id: place.page_id } });
      expect(audiencesCount).toBe(0);
    }
  });

  test("32 upserts of an external id at once make one audience", async () => {
    const pageId = await makePage(api());
    const params = { page_id: pageId, external_id: "crm/42 ü" };
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        api().send("upsertAudienceByExternalId", { params, body: { customName: `Name ${index}` } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(31).fill(200), 201]);
    const { items } = await api().call("listAudiences", { params: { page_id: pageId } });
    expect(items.length).toBe(1);
    expect((await api().call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(1);
  });

  test("a creation and an upsert of the same external id at once make one audience", async () => {
    const pageId = await makePage(api());
    for (let round = 0; round < 20; round += 1) {
      const externalId = `crm ${round}`;
      const [created, upserted] = await Promise.all([
        api().send("createAudience", { params: { page_id: pageId }, body: { externalId } }),
        api().send("upsertAudienceByExternalId", { params: { page_id: pageId, external_id: externalId }, body: {} }),
      ]);
      expect([201, 409]).toContain(created.status);
      expect(upserted.status).toBe(created.status === 201 ? 200 : 201);
    }
    expect((await api().call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(20);
  });

  test("audiences created at once are counted and numbered without gaps, even while others are archived", async () => {
    const pageId = await makePage(api());
    const single = Array.from({ length: 24 }, () => makeAudience(api(), {}, pageId));
    const several = Array.from({ length: 4 }, () =>
      api().call("createAudienceBatch", { params: { page_id: pageId }, body: { audiences: [{}, {}, {}] } }),
    );
    const gone = single.slice(0, 8).map(async (made) => api().call("archiveAudience", { params: await made }));
    await Promise.all([...single, ...several, ...gone]);
    const { items } = await api().call("listAudiences", { params: { page_id: pageId }, query: { limit: 100 } });
    const numbers = items.map(({ computedName }) => Number(/^Audience (\d+)$/.exec(computedName)?.[1]));
    expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1));
    expect((await api().call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(28);
  });

  test("the name of a person erased during builds and changes is nowhere", async () => {
    for (let round = 0; round < erasures; round += 1) {
      const word = `zebedee${engine}${round}x`;
      const key = () => ({ "idempotency-key": crypto.randomUUID() });
      const person = { name: `Dr ${word.toUpperCase()}`, email: `${word}@${word}.example.com` };
      const { personId } = await api().call("createPerson", { body: person, headers: key() });
      const pageId = await makePage(api());
      const place = await makeAudience(api(), { personId }, pageId);
      await makeAudience(api(), { personId, externalId: "passed on" }, pageId);
      const params = { page_id: pageId, external_id: "x" };
      const passedOn = { page_id: pageId, external_id: "passed on" };
      const work = [
        api().send("createAudienceVersion", { params: place, headers: key() }),
        api().send("updateAudience", { params: place, body: { actionUrlOverride: "/a" }, headers: key() }),
        api().send("createAudience", { params: { page_id: pageId }, body: { personId }, headers: key() }),
        api().send("upsertAudienceByExternalId", { params, body: { personId } }),
        api().send("upsertAudienceByExternalId", { params: passedOn, body: { personId: null } }),
        api().send("createAudienceBatch", {
          params: { page_id: pageId },
          body: { audiences: [{ personId }, {}] },
          headers: key(),
        }),
        api().send("updatePerson", { params: { person_id: personId }, body: { name: `${word} again` }, headers: key() }),
        api().send("archiveAudience", { params: place }),
        api().send("restoreAudience", { params: place, body: {}, headers: key() }),
      ];
      await Bun.sleep(round % 12);
      expect((await api().send("deletePerson", { params: { person_id: personId } })).status).toBe(200);
      await Promise.all(work);
      await api().call("restoreAudience", { params: place, body: {} });
      await buildVersion(api(), place);
      await untilQuiet(service().db);
      const rows = Object.entries(await stateOf(service().db));
      const holding = rows.flatMap(([table, lines]) => lines.map((line) => `${table}: ${line}`));
      // The account of the domain stays: it is nobody's.
      const domain = new RegExp(`(?<!@)${word}\\.example\\.com`, "g");
      expect(holding.filter((line) => line.toLowerCase().replace(domain, "").includes(word))).toEqual([]);
      await expectWhole(place);
    }
  });

  async function draft(place: AudienceParams): Promise<string> {
    return (await buildVersion(api(), place, { publish: "manual" })).versionId;
  }

  function publish(place: AudienceParams, version_id: string) {
    return api().send("publishAudienceVersion", { params: { ...place, version_id }, body: {} });
  }

  async function expectWhole(place: AudienceParams, alone = true): Promise<void> {
    if (alone) await untilQuiet(service().db);
    const [audience, versions] = [await readAudience(api(), place), await versionsOf(api(), place)];
    expect(faultsOf({ audience, versions })).toEqual([]);
  }
});
