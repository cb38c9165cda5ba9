import type { Engine } from "../tests/support/database/engines";
import type { Bench, Finding } from "./claim";
import { writeRequests } from "./load/generate";
import type { Stage } from "./stage";
import { describeSpread, describeTurns, failedRequests, spread, takeTurns } from "./turns";

interface Comparison {
  title: string;
  engine: Engine;
  /** Least share of the floor's requests a second. */
  atLeast: number;
  requests: (stage: Stage) => string[] | Promise<string[]>;
}

/** The same requests to the bare floor and to Foyer, in turns; the ratio is taken round by round. */
export async function compareWithFloor(bench: Bench, { title, engine, atLeast, requests }: Comparison): Promise<Finding> {
  const stage = await bench.stage(engine);
  const file = writeRequests(stage.folder, "compare", await requests(stage));
  await using floor = await stage.startFloor();
  await using foyer = await stage.startFoyer();
  await stage.untilIdle();
  const rounds = await takeTurns(bench, { server: floor, requests: file }, { server: foyer, requests: file });
  const ratio = spread(rounds.map(({ first, second }) => second.perSecond / first.perSecond));
  const failed = failedRequests(rounds);
  return {
    title: `${title}, ${stage.databaseVersion}`,
    toReach: `≥ ${atLeast} of the floor`,
    measured: describeSpread(ratio),
    reached: ratio.median >= atLeast,
    failed,
    floor: describeTurns(rounds.map((round) => round.first)),
    ours: describeTurns(rounds.map((round) => round.second)),
    details: { ratio, rounds: rounds.map(({ first, second }) => ({ floor: first, ours: second })) },
  };
}
