import { addAudiences, addPageWithTopics, clientOf, renewVersions } from "../audiences";
import type { Claim } from "../claim";
import { lightLoad } from "../load/light";
import { spread } from "../turns";

const audiences = 10_000;
const leastPerSecond = { sqlite: 2_000, postgres: 1_500 };
const atMostP99Ms = 50;

/** A version for each audience of a page, rendered, from the request to the last one live, while others are served. */
export const versionBatch: Claim = {
  name: "version-batch",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPageWithTopics(client);
    const audienceIds = await addAudiences(client, pageId, stage.personIds.slice(0, audiences));
    await stage.settle();
    const reads = [
      stage.personIds.map((personId) => `/v0/persons/${personId}`),
      audienceIds.map((audienceId) => `/v0/pages/${pageId}/audiences/${audienceId}`),
    ];
    const perSecond: number[] = [];
    const latenciesMs: number[] = [];
    let failed = 0;
    for (let round = 0; round <= bench.rounds; round += 1) {
      const others = lightLoad(foyer, reads);
      const startedAt = performance.now();
      const made = await renewVersions(client, pageId);
      const seconds = (performance.now() - startedAt) / 1_000;
      const answers = await others.stop();
      // The first round warms up.
      if (round === 0) continue;
      perSecond.push(made / seconds);
      latenciesMs.push(...answers.latenciesMs);
      failed += answers.failed;
    }
    const rate = spread(perSecond);
    const sorted = latenciesMs.toSorted((a, b) => a - b);
    const p99Ms = sorted[Math.floor((sorted.length - 1) * 0.99)] as number;
    const atLeast = leastPerSecond[engine];
    return {
      title: `a version for each of ${audiences.toLocaleString("en")} audiences, ${stage.databaseVersion}`,
      toReach: `≥ ${atLeast.toLocaleString("en")}/s, others' p99 < ${atMostP99Ms} ms`,
      measured: `${rate.median.toFixed(0)}/s (${rate.min.toFixed(0)}–${rate.max.toFixed(0)}), p99 ${p99Ms.toFixed(1)} ms`,
      reached: rate.median >= atLeast && p99Ms < atMostP99Ms,
      failed,
      floor: "",
      ours: `${sorted.length.toLocaleString("en")} requests beside it`,
      details: { perSecond, latenciesMs: sorted },
    };
  },
};
