import { addAudiences, addPageWithTopics, clientOf, pathsOf } from "../audiences";
import type { Claim } from "../claim";
import { load, writeRequests } from "../load/generate";
import { browserEncodings } from "./live-page";

const audiences = 100_000;
const atMostMb = 300;
const sampleEveryMs = 250;

/** All of them are visited at random, as browsers ask for them: far more than the page cache has room for. */
export const pageMemory: Claim = {
  name: "page-memory",
  engines: ["sqlite"],
  async measure(bench) {
    const stage = await bench.stage("sqlite", audiences);
    const { paths, requests } = await prepared(stage);
    await using foyer = await stage.startFoyer();
    const samplesMb: number[] = [];
    const sampling = setInterval(() => samplesMb.push(foyer.residentMb()), sampleEveryMs);
    let failed = 0;
    let done = 0;
    while (done < audiences * 3) {
      const burst = await load({ ...foyer.pages, acceptEncoding: browserEncodings.zstd }, requests, bench.seconds);
      failed += burst.failed;
      done += burst.requests;
    }
    clearInterval(sampling);
    const most = Math.max(...samplesMb);
    return {
      title: `memory with ${paths.toLocaleString("en")} live audiences`,
      toReach: `≤ ${atMostMb} MB`,
      measured: `${most.toFixed(0)} MB at the most`,
      reached: most <= atMostMb,
      failed,
      floor: "",
      ours: `${done.toLocaleString("en")} visits`,
      details: { samplesMb },
    };
  },
};

/** In a process of its own: the memory that creating them takes is not measured. */
async function prepared(stage: Awaited<ReturnType<Parameters<Claim["measure"]>[0]["stage"]>>) {
  await using foyer = await stage.startFoyer();
  const client = clientOf(foyer);
  const pageId = await addPageWithTopics(client);
  const paths = await pathsOf(client, await addAudiences(client, pageId, stage.personIds));
  const lines = paths.map((path) => `GET ${path}`);
  return { paths: paths.length, requests: writeRequests(stage.folder, "memory-of-pages", lines) };
}
