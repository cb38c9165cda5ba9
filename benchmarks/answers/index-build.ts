import type { Claim } from "../claim";
import { lightLoad } from "../load/light";
import { describeSpread, percentile, spread } from "../turns";
import { createAnswersStage } from "./stage";

const passages = 10_000;
const maxRatio = 1.5;

/** What others notice while an index is built again and again, because its topics are edited. By turns with and without. */
export const indexBuild: Claim = {
  name: "index-build",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    await using stage = await createAnswersStage(engine, passages, "../server/main.ts");
    const { client, pageId, topicId, foyer } = stage;
    const { items } = await client.listPersons({ query: { limit: 50 } });
    const reads = [items.map(({ personId }) => `/v0/persons/${personId}`), [`/v0/pages/${pageId}`]];
    let edits = 0;
    const build = async () => {
      edits += 1;
      await client.updateTopic({ params: { topic_id: topicId }, body: { title: `Topic ${edits}` } });
      await client.tryQuestion({ params: { page_id: pageId }, body: { question: "how do you do" } });
    };
    await build();
    const [quiet, busy]: [number[], number[]] = [[], []];
    let failed = 0;
    const measured = async (latenciesMs: number[], work: () => Promise<void>) => {
      const others = lightLoad(foyer, reads);
      await work();
      const answers = await others.stop();
      failed += answers.failed;
      latenciesMs.push(...answers.latenciesMs);
      return percentile(answers.latenciesMs, 0.99);
    };
    const before = edits;
    const ratios: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      const alone = await measured(quiet, () => Bun.sleep(bench.seconds * 1_000));
      const beside = await measured(busy, async () => {
        const begunAt = performance.now();
        while (performance.now() - begunAt < bench.seconds * 1_000) await build();
      });
      ratios.push(beside / alone);
    }
    // The p99 of one round is its second or third slowest answer, which is mostly chance.
    const [quietMs, busyMs] = [percentile(quiet, 0.99), percentile(busy, 0.99)];
    const ratio = busyMs / quietMs;
    return {
      title: `others' p99 while an index of ${passages.toLocaleString("en")} passages is loaded, ${engine}`,
      toReach: `≤ ${maxRatio} times`,
      measured: `${ratio.toFixed(2)}; each round ${describeSpread(spread(ratios))}`,
      reached: ratio <= maxRatio,
      failed,
      floor: `p99 ${quietMs.toFixed(1)} ms`,
      ours: `p99 ${busyMs.toFixed(1)} ms, ${edits - before} builds`,
      details: { ratio, ratios, quietMs, busyMs },
    };
  },
};
