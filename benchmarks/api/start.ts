import type { Claim } from "../claim";
import { describeSpread, spread } from "../turns";

const atMostSeconds = 0.5;

/** From the spawn to ready, over a database that has been there; the floor's is to its first answer. */
export const start: Claim = {
  name: "start",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    const floor: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      floor.push(await secondsOf(stage.startFloor));
      ours.push(await secondsOf(stage.startFoyer));
    }
    const taken = spread(ours);
    return {
      title: `start to ready, ${stage.databaseVersion}`,
      toReach: `≤ ${atMostSeconds} s`,
      measured: `${describeSpread(taken)} s`,
      reached: taken.median <= atMostSeconds,
      failed: 0,
      floor: `${spread(floor).median.toFixed(2)} s`,
      ours: `${taken.median.toFixed(2)} s`,
      details: { seconds: { floor, ours } },
    };
  },
};

async function secondsOf(startServer: () => Promise<AsyncDisposable & { startMs: number }>): Promise<number> {
  await using running = await startServer();
  return running.startMs / 1_000;
}
