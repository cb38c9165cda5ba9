import { blocks } from "../../server/rendering/blocks";
import { addAudiences, addPage, addPageWithTopics, clientOf, renewVersions } from "../audiences";
import type { Claim } from "../claim";
import { spread } from "../turns";
import { uploadPhotograph } from "./photographs";

const audiences = 5_000;
const atLeast = 2_000;

interface Turn {
  perSecond: number;
  cpuMicroseconds: number;
}

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
    const plainId = await addPageWithTopics(client);
    for (const one of [pageId, plainId]) await addAudiences(client, one, stage.personIds.slice(0, audiences));
    await stage.settle();
    const timed = async (one: string): Promise<Turn> => {
      const [startedAt, cpuBefore = 0] = [performance.now(), foyer.cpuSeconds()];
      const made = await renewVersions(client, one);
      const seconds = (performance.now() - startedAt) / 1_000;
      return { perSecond: made / seconds, cpuMicroseconds: (((foyer.cpuSeconds() ?? 0) - cpuBefore) / made) * 1e6 };
    };
    for (const one of [pageId, plainId]) await timed(one);
    const [withBlocks, plain]: [Turn[], Turn[]] = [[], []];
    for (let round = 0; round < bench.rounds; round += 1) {
      withBlocks.push(await timed(pageId));
      plain.push(await timed(plainId));
    }
    const describe = (turns: readonly Turn[]) =>
      `${spread(turns.map((turn) => turn.perSecond)).median.toFixed(0)}/s, ${spread(turns.map((turn) => turn.cpuMicroseconds)).median.toFixed(0)} µs cpu`;
    const rate = spread(withBlocks.map((turn) => turn.perSecond));
    return {
      title: `versions of a page with ${topicIds.length} blocks, ${stage.databaseVersion}`,
      toReach: `≥ ${atLeast.toLocaleString("en")}/s`,
      measured: `${rate.median.toFixed(0)}/s (${rate.min.toFixed(0)}–${rate.max.toFixed(0)})`,
      reached: rate.median >= atLeast,
      failed: 0,
      floor: `${describe(plain)} with texts alone`,
      ours: describe(withBlocks),
      details: { withBlocks, plain },
    };
  },
};
