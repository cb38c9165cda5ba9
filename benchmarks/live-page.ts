import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addAudiences, addPageWithTopics, clientOf, pathsOf } from "./audiences";
import type { Bench, Claim, Finding } from "./claim";
import { load, writeRequests } from "./load/generate";
import { startNginx } from "./nginx";
import { type Running, start } from "./processes";
import type { Stage } from "./stage";
import { describeSpread, describeTurns, failedRequests, spread, takeTurns } from "./turns";

const audiences = 10_000;

/** By random path, once all of them were asked for. */
export const livePage: Claim = {
  name: "live-page",
  engines: ["sqlite"],
  measure: (bench) => compare(bench, { title: "live page from memory", atLeast: 0.8, environment: {} }),
};

/** The same where nothing is kept, so that each visit is a first one. */
export const firstVisit: Claim = {
  name: "first-visit",
  engines: ["sqlite"],
  measure: (bench) =>
    compare(bench, { title: "live page, each a first visit", atLeast: 0.25, environment: { FOYER_PAGE_CACHE_MB: "0" } }),
};

interface Comparison {
  title: string;
  atLeast: number;
  environment: Record<string, string>;
}

async function compare(bench: Bench, { title, atLeast, environment }: Comparison): Promise<Finding> {
  const stage = await bench.stage("sqlite");
  const paths = await livePaths(stage);
  await using foyer = await stage.startFoyer(environment);
  const answers = await visitAll(foyer.pages.origin, paths);
  const [{ bytes, headers }] = answers as [Answer];
  const all = join(stage.folder, "pages");
  const lengths = answers.map(({ bytes }, index) => [paths[index], bytes.length]);
  writeFileSync(all, Buffer.concat(answers.map(({ bytes }) => bytes)));
  writeFileSync(`${all}.json`, JSON.stringify({ headers, pages: lengths }));
  const file = join(stage.folder, "page.html");
  writeFileSync(file, bytes);
  const requests = writeRequests(
    stage.folder,
    "pages",
    paths.map((path) => `GET ${path}`),
  );
  await using floor = await start({
    file: "floor/pages.ts",
    arguments: (port) => [String(port), all],
    probe: "/",
  });
  await using onePage = await start({
    file: "floor/one-page.ts",
    arguments: (port) => [String(port), file, "text/html; charset=utf-8"],
    probe: "/",
  });
  const against = async (server: Running) => {
    const rounds = await takeTurns(bench, { server, requests }, { server: foyer.pages, requests });
    return { rounds, ratio: spread(rounds.map(({ first, second }) => second.perSecond / first.perSecond)) };
  };
  const { rounds, ratio } = await against(floor);
  const lesser = await against(onePage);
  await using nginx = await startNginx(stage.folder, file);
  const beside = nginx && (await load(nginx, requests, bench.seconds));
  return {
    title: `${title}, ${(bytes.length / 1_000).toFixed(1)} KB, one of ${paths.length.toLocaleString("en")}`,
    toReach: `≥ ${atLeast} of the floor`,
    measured: describeSpread(ratio),
    reached: ratio.median >= atLeast,
    failed: failedRequests([...rounds, ...lesser.rounds]),
    floor: `${describeTurns(rounds.map((round) => round.first))}; of one page to everybody, ours is ${describeSpread(lesser.ratio)}`,
    ours: `${describeTurns(rounds.map((round) => round.second))}${beside ? `; nginx ${Math.round(beside.requests / beside.seconds).toLocaleString("en")}/s` : ""}`,
    details: { ratio, rounds: rounds.map(({ first, second }) => ({ floor: first, ours: second })), lesser, nginx: beside },
  };
}

/** Made by a process of its own: what that leaves to be done is not what is measured. */
async function livePaths(stage: Stage): Promise<string[]> {
  await using foyer = await stage.startFoyer();
  const client = clientOf(foyer);
  const pageId = await addPageWithTopics(client);
  return pathsOf(client, await addAudiences(client, pageId, stage.personIds.slice(0, audiences)));
}

interface Answer {
  bytes: Uint8Array;
  headers: Record<string, string>;
}

/** What any server adds by itself. */
const added = new Set(["connection", "content-length", "date"]);

async function visitAll(origin: string, paths: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < paths.length; start += 100) {
    const visits = paths.slice(start, start + 100).map(async (path) => {
      const response = await fetch(origin + path, { headers: { "accept-encoding": "identity" } });
      if (response.status !== 200) throw new Error(`${path} is answered with ${response.status}`);
      const headers = Object.fromEntries([...response.headers].filter(([name]) => !added.has(name)));
      return { bytes: await response.bytes(), headers };
    });
    answers.push(...(await Promise.all(visits)));
  }
  return answers;
}
