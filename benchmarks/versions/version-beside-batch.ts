import { addAudiences, addPageWithTopics, clientOf } from "../audiences";
import type { Claim } from "../claim";
import { spread } from "../turns";

const audiences = 100_000;
const atMostMs = 1_000;
const pauseMs = 20;
/** However short the rounds are: fewer have no p99. */
const leastVersions = 100;

/** A version of one audience, from the request until it is seen live, while every audience of the page gets one. */
export const versionBesideBatch: Claim = {
  name: "version-beside-batch",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine, audiences);
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPageWithTopics(client);
    const audienceIds = await addAudiences(client, pageId, stage.personIds);
    await stage.settle();
    const { batchId } = await client.createVersionBatch({ params: { page_id: pageId } });
    const isDone = async () => (await client.getVersionBatch({ params: { page_id: pageId, batch_id: batchId } })).done;
    const patientUntil = performance.now() + bench.rounds * bench.seconds * 1_000;
    const takenMs: number[] = [];
    let ended = false;
    while (!ended && (takenMs.length < leastVersions || performance.now() < patientUntil)) {
      const audienceId = audienceIds[Math.floor(Math.random() * audienceIds.length)] as string;
      takenMs.push(await timeVersion(audienceId));
      await Bun.sleep(pauseMs);
      ended = takenMs.length % 50 === 0 && (await isDone());
    }
    const sorted = takenMs.toSorted((one, other) => one - other);
    const p99Ms = sorted[Math.ceil(sorted.length * 0.99) - 1] as number;
    return {
      title: `one version while ${audiences.toLocaleString("en")} others are built, ${stage.databaseVersion}`,
      toReach: `p99 ≤ ${atMostMs.toLocaleString("en")} ms`,
      measured: `p99 ${p99Ms.toFixed(0)} ms, median ${spread(takenMs).median.toFixed(0)} ms`,
      reached: p99Ms <= atMostMs && sorted.length >= leastVersions,
      failed: 0,
      floor: "",
      ours: `${sorted.length} versions${ended ? ", until the batch was done" : ""}`,
      details: { takenMs },
    };

    async function timeVersion(audienceId: string): Promise<number> {
      const params = { page_id: pageId, audience_id: audienceId };
      const sentAt = performance.now();
      let { versionId, publishedAt } = await client.createAudienceVersion({ params });
      const named = { ...params, version_id: versionId };
      while (publishedAt === null) ({ publishedAt } = await client.getAudienceVersion({ params: named }));
      return performance.now() - sentAt;
    }
  },
};
