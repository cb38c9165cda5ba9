import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Engine, endSharedPostgres, engines } from "../tests/support/database/engines";
import { answers } from "./answers/answers";
import { askBesidePages } from "./answers/ask-beside-pages";
import { indexBuild } from "./answers/index-build";
import { indexMemory } from "./answers/index-memory";
import { audienceById } from "./api/audience-by-id";
import { createPerson } from "./api/create-person";
import { deepPage } from "./api/deep-page";
import { erasure } from "./api/erasure";
import { growth } from "./api/growth";
import { listPersons } from "./api/list-persons";
import { memory } from "./api/memory";
import { neighbours } from "./api/neighbours";
import { pageById } from "./api/page-by-id";
import { personById } from "./api/person-by-id";
import { search } from "./api/search";
import { start } from "./api/start";
import { trashSearch } from "./api/trash-search";
import type { Bench, Claim, Finding } from "./claim";
import { addressCsv } from "./console/address-csv";
import { consoleAudienceList } from "./console/audience-list";
import { demo } from "./console/demo";
import { consoleFirstLoad } from "./console/first-load";
import { eventStream } from "./events/event-stream";
import { webhookCost } from "./events/webhook-cost";
import { webhookFairness } from "./events/webhook-fairness";
import { webhookLag } from "./events/webhook-lag";
import { webhookRate } from "./events/webhook-rate";
import { generator } from "./load/generate";
import { busyWarning, describeMachine } from "./machine";
import { buildingBlocks } from "./pages/building-blocks";
import { firstVisit, livePage } from "./pages/live-page";
import { livePageBesideIngest } from "./pages/live-page-beside-ingest";
import { pageBesideImages } from "./pages/page-beside-images";
import { pageMemory } from "./pages/page-memory";
import { pageSize } from "./pages/page-size";
import { sharePicture } from "./pages/share-picture";
import { printTable } from "./report";
import { describeSpeed } from "./speed";
import { createStage, type Stage } from "./stage";
import { manyVersions } from "./versions/many-versions";
import { oneVersion } from "./versions/one-version";
import { versionBatch } from "./versions/version-batch";
import { versionBesideBatch } from "./versions/version-beside-batch";
import { versionBytes } from "./versions/version-bytes";
import { computeSessions } from "./visits/compute-sessions";
import { deepSessions } from "./visits/deep-sessions";
import { ingestEvents } from "./visits/ingest-events";
import { pageStats } from "./visits/page-stats";

/** Every claim, a file each, measured beside its floor. */
const claims: readonly Claim[] = [
  personById,
  listPersons,
  createPerson,
  pageById,
  audienceById,
  manyVersions,
  oneVersion,
  versionBatch,
  versionBesideBatch,
  versionBytes,
  livePage,
  firstVisit,
  pageSize,
  sharePicture,
  buildingBlocks,
  pageBesideImages,
  pageMemory,
  pageStats,
  ingestEvents,
  livePageBesideIngest,
  computeSessions,
  deepSessions,
  answers,
  indexBuild,
  askBesidePages,
  indexMemory,
  trashSearch,
  search,
  deepPage,
  neighbours,
  growth,
  erasure,
  memory,
  start,
  webhookRate,
  webhookLag,
  webhookCost,
  webhookFairness,
  eventStream,
  consoleFirstLoad,
  consoleAudienceList,
  addressCsv,
  demo,
];

const usualPersons = 20_000;
const resultFile = "artifacts/bench.json";

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "5" },
    engine: { type: "string" },
  },
});
const stages = new Map<string, Promise<Stage>>();
const bench: Bench = {
  rounds: countFrom("rounds"),
  seconds: countFrom("seconds"),
  stage(engine, persons = usualPersons) {
    const name = `${engine} ${persons}`;
    const stage = stages.get(name) ?? createStage(engine, persons);
    stages.set(name, stage);
    return stage;
  },
};
process.on("SIGINT", () => removeStages().then(() => process.exit(130)));

refuseUnknown(
  names,
  claims.map((claim) => claim.name),
);
refuseUnknown(options.engine === undefined ? [] : [options.engine], engines);
const machine = describeMachine();
const speed = await describeSpeed();
const findings: (Finding & { claim: string; engine: Engine })[] = [];
for (const engine of engines.filter((engine) => engine === (options.engine ?? engine))) {
  for (const claim of claims.filter(({ name }) => names.length === 0 || names.includes(name))) {
    if (!claim.engines.includes(engine)) continue;
    findings.push({ claim: claim.name, engine, ...(await measure(claim, engine)) });
  }
}
const databases = await removeStages();
report();

/** What they ran on. A stage that could not be made has removed itself. */
async function removeStages(): Promise<string[]> {
  const made = (await Promise.allSettled(stages.values())).flatMap((stage) => (stage.status === "fulfilled" ? stage.value : []));
  await Promise.all(made.map((stage) => stage.remove()));
  await endSharedPostgres();
  return [...new Set(made.map((stage) => stage.databaseVersion))];
}

/** A claim that can't be measured is missed; the others still are. */
async function measure(claim: Claim, engine: Engine): Promise<Finding> {
  console.error(`measuring ${claim.name} on ${engine} …`);
  try {
    return await claim.measure(bench, engine);
  } catch (error) {
    console.error(error);
    const unknown = { toReach: "", reached: false, failed: 0, floor: "", ours: "", details: {} };
    return { title: `${claim.name} on ${engine}`, measured: `not measured: ${error}`, ...unknown };
  }
}

function report(): void {
  printTable(findings, [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Bun ${machine.bun}, ${databases.join(", ")}`,
    `${machine.date}, load before ${machine.loadBefore}; ${generator}; medians of ${bench.rounds} interleaved rounds of ${bench.seconds} s`,
    speed,
    ...busyWarning(machine),
  ]);
  mkdirSync("artifacts", { recursive: true });
  const { rounds, seconds } = bench;
  writeFileSync(
    resultFile,
    JSON.stringify({ machine: { ...machine, speed, databases }, generator, rounds, seconds, findings }, null, 2),
  );
  console.log(`\nAll of it in ${resultFile}`);
}

function countFrom(name: "rounds" | "seconds"): number {
  const count = Number(options[name]);
  return Number.isInteger(count) && count > 0 ? count : refuse(`--${name} must be a whole number from 1`);
}

function refuseUnknown(given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0) refuse(`There is no ${unknown.join(", ")}; there are ${known.join(", ")}`);
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}
