import { addAudiences, addPage, clientOf } from "../audiences";
import type { Claim } from "../claim";
import { writeRequests } from "../load/generate";
import { describeSpread, describeTurns, failedRequests, spread, takeTurns } from "../turns";

const versions = 1_000;
const atMostTimes = 1.2;
const pollMs = 20;

/** The floor of an audience with many versions is one that has a single one, of the same server. */
export const manyVersions: Claim = {
  name: "many-versions",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const audienceWith = async (count: number) => {
      const pageId = await addPage(client);
      const [audienceId = ""] = await addAudiences(client, pageId, stage.personIds.slice(0, 1));
      const params = { page_id: pageId, audience_id: audienceId };
      for (let made = 1; made < count; made += 1) await client.createAudienceVersion({ params });
      while ((await client.getAudience({ params })).status !== "published") await Bun.sleep(pollMs);
      return [`GET /v0/pages/${pageId}/audiences/${audienceId}`];
    };
    const one = writeRequests(stage.folder, "one-version", await audienceWith(1));
    const many = writeRequests(stage.folder, "many-versions", await audienceWith(versions));
    await stage.settle();
    const rounds = await takeTurns(bench, { server: foyer, requests: one }, { server: foyer, requests: many });
    const times = spread(rounds.map(({ first, second }) => first.perSecond / second.perSecond));
    return {
      title: `audience with ${versions.toLocaleString("en")} versions, ${stage.databaseVersion}`,
      toReach: `≤ ${atMostTimes} times one with 1`,
      measured: describeSpread(times),
      reached: times.median <= atMostTimes,
      failed: failedRequests(rounds),
      floor: `with 1: ${describeTurns(rounds.map((round) => round.first))}`,
      ours: describeTurns(rounds.map((round) => round.second)),
      details: { times, rounds: rounds.map(({ first, second }) => ({ one: first, many: second })) },
    };
  },
};
