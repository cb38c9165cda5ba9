import type { Claim } from "../claim";
import { load, writeRequests } from "../load/generate";
import type { Running } from "../processes";
import { type Spread, spread } from "../turns";
import { createRequests } from "./create-person";

const totalRequests = 500_000;
const atMostMb = 150;
/** Last third over middle third: below this is the noise of a collector, not growth. */
const growthAllowed = 1.05;
const sampleEveryMs = 500;
/** Seven reads by id and two lists to each creation. */
const mix = { byId: 7, list: 2, create: 1 };

export const memory: Claim = {
  name: "memory",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    const creations = createRequests(stage.personIds.length / mix.byId);
    const requests = writeRequests(stage.folder, "memory", [
      ...stage.personIds.map((personId) => `GET /v0/persons/${personId}`),
      ...creations.flatMap(() => Array<string>(mix.list).fill("GET /v0/persons")),
      ...creations,
    ]);
    const floor = await memoryUnderLoad(await stage.startFloor(), requests, bench.seconds);
    const ours = await memoryUnderLoad(await stage.startFoyer(), requests, bench.seconds);
    const growing = ours.lastThirdMb.median > ours.middleThirdMb.median * growthAllowed;
    return {
      title: `memory after ${totalRequests.toLocaleString("en")} requests, ${stage.databaseVersion}`,
      toReach: `≤ ${atMostMb} MB, no longer growing`,
      measured: `${ours.lastThirdMb.max.toFixed(0)} MB, ${growing ? "GROWING" : "steady"}`,
      reached: ours.lastThirdMb.max <= atMostMb && !growing,
      failed: floor.failed + ours.failed,
      floor: describeUse(floor),
      ours: describeUse(ours),
      details: { floor, ours },
    };
  },
};

interface MemoryUse {
  requests: number;
  failed: number;
  middleThirdMb: Spread;
  lastThirdMb: Spread;
  samplesMb: number[];
}

async function memoryUnderLoad(running: Running, requests: string, seconds: number): Promise<MemoryUse> {
  await using server = running;
  const samplesMb: number[] = [];
  const sampling = setInterval(() => samplesMb.push(server.residentMb()), sampleEveryMs);
  let done = 0;
  let failed = 0;
  while (done < totalRequests) {
    const burst = await load(server, requests, seconds);
    done += burst.requests;
    failed += burst.failed;
  }
  clearInterval(sampling);
  const third = Math.ceil(samplesMb.length / 3);
  return {
    requests: done,
    failed,
    middleThirdMb: spread(samplesMb.slice(third, 2 * third)),
    lastThirdMb: spread(samplesMb.slice(2 * third)),
    samplesMb,
  };
}

function describeUse({ middleThirdMb, lastThirdMb }: MemoryUse): string {
  return `${middleThirdMb.median.toFixed(0)} MB in the middle third, ${lastThirdMb.median.toFixed(0)} in the last`;
}
