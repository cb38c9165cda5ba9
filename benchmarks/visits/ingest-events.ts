import { join } from "node:path";
import type { Claim } from "../claim";
import { writeRequests } from "../load/generate";
import { start } from "../processes";
import { describeSpread, describeTurns, failedRequests, spread, takeTurns } from "../turns";
import { batchRequests, eventsPerBatch } from "./visits";

const leastEventsPerSecond = { sqlite: 30_000, postgres: 15_000 };
const atLeast = 0.5;

/** Foyer checks tokens and limits, and computes the visits meanwhile; the floor inserts the same rows, bare and as durably. */
export const ingestEvents: Claim = {
  name: "ingest-events",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using foyer = await stage.startFoyer();
    const requests = writeRequests(stage.folder, "batches", await batchRequests(stage, foyer));
    await using floor = await start({
      file: "floor/events.ts",
      arguments: (port) => [
        String(port),
        join(stage.folder, "floor-events.db"),
        join(stage.folder, "foyer.db"),
        stage.databaseUrl ?? "",
      ],
      probe: "/",
    });
    await stage.untilIdle();
    const rounds = await takeTurns(bench, { server: floor, requests }, { server: foyer.pages, requests });
    const ratio = spread(rounds.map(({ first, second }) => second.perSecond / first.perSecond));
    const perSecond = spread(rounds.map(({ second }) => second.perSecond * eventsPerBatch));
    const least = leastEventsPerSecond[engine];
    return {
      title: `events in, durable, batches of ${eventsPerBatch}, ${stage.databaseVersion}`,
      toReach: `≥ ${least.toLocaleString("en")} events/s, ≥ ${atLeast} of the floor`,
      measured: `${Math.round(perSecond.median).toLocaleString("en")} events/s, ${describeSpread(ratio)}`,
      reached: perSecond.median >= least && ratio.median >= atLeast,
      failed: failedRequests(rounds),
      floor: describeTurns(rounds.map(({ first }) => first)),
      ours: describeTurns(rounds.map(({ second }) => second)),
      details: { ratio, perSecond, rounds },
    };
  },
};
