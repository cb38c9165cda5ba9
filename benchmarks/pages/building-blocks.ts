import { blocks } from "../../server/rendering/entries";
import { addAudiences, addPage, clientOf, renewVersions } from "../audiences";
import type { Claim } from "../claim";
import { spread } from "../turns";
import { uploadPhotograph } from "./photographs";

const audiences = 5_000;
const atLeast = 2_000;

/** A version for each audience of a page that has every block, from the request to the last one live. */
export const buildingBlocks: Claim = {
  name: "building-blocks",
  engines: ["sqlite"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPage(client);
    const assetId = await uploadPhotograph(client, 1);
    const topicIds: string[] = [];
    for (const [type, { example }] of Object.entries(blocks)) {
      const { topicId } = await client.createTopic({ body: { title: `With ${type}` } });
      const content = { type, content: example.replaceAll("asset_…", assetId) };
      await client.createTopicEntry({ params: { topic_id: topicId }, body: { content } });
      topicIds.push(topicId);
    }
    await client.setPageTopics({ params: { page_id: pageId }, body: { topicIds } });
    await addAudiences(client, pageId, stage.personIds.slice(0, audiences));
    await stage.settle();
    const perSecond: number[] = [];
    for (let round = 0; round <= bench.rounds; round += 1) {
      const startedAt = performance.now();
      const made = await renewVersions(client, pageId);
      // The first round warms up.
      if (round > 0) perSecond.push((1_000 * made) / (performance.now() - startedAt));
    }
    const rate = spread(perSecond);
    return {
      title: `versions of a page with ${topicIds.length} blocks, ${stage.databaseVersion}`,
      toReach: `≥ ${atLeast.toLocaleString("en")}/s`,
      measured: `${rate.median.toFixed(0)}/s (${rate.min.toFixed(0)}–${rate.max.toFixed(0)})`,
      reached: rate.median >= atLeast,
      failed: 0,
      floor: "",
      ours: `${audiences.toLocaleString("en")} audiences`,
      details: { perSecond },
    };
  },
};
