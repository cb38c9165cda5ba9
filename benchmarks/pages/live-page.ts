import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addAudiences, addPageWithTopics, clientOf, pathsOf } from "../audiences";
import type { Bench, Claim, Finding } from "../claim";
import { browserAgent } from "../load/browser-agent";
import { load, writeRequests } from "../load/generate";
import { start } from "../processes";
import type { Stage } from "../stage";
import { describeSpread, describeTurns, failedRequests, type Round, type Spread, spread, takeTurns } from "../turns";
import { startNginx } from "./nginx";

const audiences = 10_000;

/** The headers of browsers that know zstd, and of those that don't. */
export const browserEncodings = { zstd: "gzip, deflate, br, zstd", br: "gzip, deflate, br" };
const encodings = ["zstd", "br"] as const;
type Encoding = (typeof encodings)[number];

/** Random pages, all of which were visited before. */
export const livePage: Claim = {
  name: "live-page",
  engines: ["sqlite"],
  measure: (bench) => compare(bench, { title: "live page as browsers ask for it", atLeast: 0.8, environment: {} }),
};

/** Random pages of a server without a page cache, so that every visit is a first one. */
export const firstVisit: Claim = {
  name: "first-visit",
  engines: ["sqlite"],
  measure: (bench) =>
    compare(bench, {
      title: "first visit as browsers ask for it",
      atLeast: 0.2,
      environment: { FOYER_PAGE_CACHE_MB: "0" },
    }),
};

interface Comparison {
  title: string;
  atLeast: number;
  environment: Record<string, string>;
}

interface Measured {
  encoding: Encoding;
  bytes: number;
  ratio: Spread;
  rounds: Round[];
  nginxPerSecond: number | undefined;
}

/** Each encoding has to reach the claim. */
async function compare(bench: Bench, { title, atLeast, environment }: Comparison): Promise<Finding> {
  const stage = await bench.stage("sqlite");
  const paths = await livePaths(stage);
  const all: Measured[] = [];
  for (const encoding of encodings) all.push(await measure(bench, stage, paths, encoding, environment));
  const each = (describe: (measured: Measured) => string) =>
    all.map((measured) => `${measured.encoding} ${describe(measured)}`).join("; ");
  return {
    title: `${title}, ${each(({ bytes }) => `${(bytes / 1_000).toFixed(1)} KB`)}, one of ${paths.length.toLocaleString("en")}`,
    toReach: `≥ ${atLeast} of the floor`,
    measured: each(({ ratio }) => describeSpread(ratio)),
    reached: all.every(({ ratio }) => ratio.median >= atLeast),
    failed: failedRequests(all.flatMap(({ rounds }) => rounds)),
    floor: each(({ rounds }) => describeTurns(rounds.map(({ first }) => first))),
    ours: each(({ rounds, nginxPerSecond }) => {
      const beside = nginxPerSecond === undefined ? "" : ` (nginx ${nginxPerSecond.toLocaleString("en")}/s)`;
      return `${describeTurns(rounds.map(({ second }) => second))}${beside}`;
    }),
    details: Object.fromEntries(all.map(({ encoding, ...rest }) => [encoding, rest])),
  };
}

async function measure(
  bench: Bench,
  stage: Stage,
  paths: readonly string[],
  encoding: Encoding,
  environment: Record<string, string>,
): Promise<Measured> {
  const acceptEncoding = browserEncodings[encoding];
  await using foyer = await stage.startFoyer(environment);
  const pages = await visitAll(foyer.pages.origin, paths, encoding);
  const [{ bytes, headers }] = pages as [Page];
  const file = join(stage.folder, "pages");
  writeFileSync(file, Buffer.concat(pages.map(({ bytes }) => bytes)));
  const lengths = pages.map(({ bytes }, index) => [paths[index], bytes.length]);
  writeFileSync(`${file}.json`, JSON.stringify({ headers, pages: lengths }));
  const lines = paths.map((path) => `GET ${path}`);
  const requests = writeRequests(stage.folder, "pages", lines);
  await using floor = await start({ file: "floor/pages.ts", arguments: (port) => [String(port), file], probe: "/" });
  await stage.untilIdle();
  const rounds = await takeTurns(
    bench,
    { server: { ...floor, acceptEncoding }, requests },
    { server: { ...foyer.pages, acceptEncoding }, requests },
  );
  const onePage = join(stage.folder, "page.html");
  writeFileSync(onePage, bytes);
  await using nginx = await startNginx(stage.folder, onePage, encoding);
  const beside = nginx && (await load({ ...nginx, acceptEncoding }, requests, bench.seconds));
  return {
    encoding,
    bytes: bytes.length,
    ratio: spread(rounds.map(({ first, second }) => second.perSecond / first.perSecond)),
    rounds,
    nginxPerSecond: beside && Math.round(beside.requests / beside.seconds),
  };
}

/** Created by a process of its own, so that the one that is measured has seen none of them. */
async function livePaths(stage: Stage): Promise<string[]> {
  await using foyer = await stage.startFoyer();
  const client = clientOf(foyer);
  const pageId = await addPageWithTopics(client);
  return await pathsOf(client, await addAudiences(client, pageId, stage.personIds.slice(0, audiences)));
}

interface Page {
  bytes: Uint8Array;
  headers: Record<string, string>;
}

/** Headers that every server adds by itself. */
const addedHeaders = new Set(["connection", "content-length", "date"]);
const visitsAtOnce = 100;

async function visitAll(origin: string, paths: readonly string[], encoding: Encoding): Promise<Page[]> {
  const pages: Page[] = [];
  for (let start = 0; start < paths.length; start += visitsAtOnce) {
    pages.push(...(await Promise.all(paths.slice(start, start + visitsAtOnce).map((path) => visitOne(origin + path, encoding)))));
  }
  return pages;
}

async function visitOne(url: string, encoding: Encoding): Promise<Page> {
  const headers = { "accept-encoding": browserEncodings[encoding], "user-agent": browserAgent };
  const response = await fetch(url, { headers, decompress: false });
  const bytes = await response.bytes();
  const used = response.headers.get("content-encoding");
  if (response.status !== 200 || used !== encoding) throw new Error(`${url} is answered with ${response.status} in ${used}`);
  return { bytes, headers: Object.fromEntries([...response.headers].filter(([name]) => !addedHeaders.has(name))) };
}
