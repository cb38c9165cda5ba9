import { addAudiences, addPageWithTopics, clientOf } from "../audiences";
import type { Claim } from "../claim";
import { describeSpread, spread } from "../turns";

const atMostMs = 15;
const versionsPerRound = 50;
const warmUp = 20;
const idleMs = 20;

/** From sending the request until the version is seen live, with nothing else to do. */
export const oneVersion: Claim = {
  name: "one-version",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPageWithTopics(client);
    const [audienceId = ""] = await addAudiences(client, pageId, stage.personIds.slice(0, 1));
    const params = { page_id: pageId, audience_id: audienceId };
    const takenMs: number[] = [];
    for (let version = -warmUp; version < bench.rounds * versionsPerRound; version += 1) {
      await Bun.sleep(idleMs);
      const sentAt = performance.now();
      let { versionId, publishedAt } = await client.createAudienceVersion({ params });
      const named = { ...params, version_id: versionId };
      while (publishedAt === null) ({ publishedAt } = await client.getAudienceVersion({ params: named }));
      if (version >= 0) takenMs.push(performance.now() - sentAt);
    }
    const taken = spread(takenMs);
    return {
      title: `one version from request to live, ${stage.databaseVersion}`,
      toReach: `median ≤ ${atMostMs} ms`,
      measured: `${describeSpread(taken)} ms`,
      reached: taken.median <= atMostMs,
      failed: 0,
      floor: "",
      ours: `${takenMs.length} versions`,
      details: { takenMs },
    };
  },
};
