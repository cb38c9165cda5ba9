import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Engine, engines } from "../tests/support/engines";
import { audienceById } from "./audience-by-id";
import type { Bench, Claim, Finding } from "./claim";
import { computeSessions } from "./compute-sessions";
import { createPerson } from "./create-person";
import { deepPage } from "./deep-page";
import { deepSessions } from "./deep-sessions";
import { eventStream } from "./event-stream";
import { growth } from "./growth";
import { ingestEvents } from "./ingest-events";
import { listPersons } from "./list-persons";
import { firstVisit, livePage } from "./live-page";
import { livePageBesideIngest } from "./live-page-beside-ingest";
import { generator } from "./load/generate";
import { busyWarning, describeMachine } from "./machine";
import { manyVersions } from "./many-versions";
import { memory } from "./memory";
import { neighbours } from "./neighbours";
import { oneVersion } from "./one-version";
import { pageById } from "./page-by-id";
import { pageMemory } from "./page-memory";
import { pageSize } from "./page-size";
import { pageStats } from "./page-stats";
import { personById } from "./person-by-id";
import { printTable } from "./report";
import { search } from "./search";
import { sharePicture } from "./share-picture";
import { createStage, type Stage } from "./stage";
import { start } from "./start";
import { trashSearch } from "./trash-search";
import { versionBatch } from "./version-batch";
import { versionBesideBatch } from "./version-beside-batch";
import { versionBytes } from "./version-bytes";
import { webhookCost } from "./webhook-cost";
import { webhookLag } from "./webhook-lag";
import { webhookRate } from "./webhook-rate";

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
  pageMemory,
  pageStats,
  ingestEvents,
  livePageBesideIngest,
  computeSessions,
  deepSessions,
  trashSearch,
  search,
  deepPage,
  neighbours,
  growth,
  memory,
  start,
  webhookRate,
  webhookLag,
  webhookCost,
  eventStream,
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
    ...busyWarning(machine),
  ]);
  mkdirSync("artifacts", { recursive: true });
  const { rounds, seconds } = bench;
  writeFileSync(
    resultFile,
    JSON.stringify({ machine: { ...machine, databases }, generator, rounds, seconds, findings }, null, 2),
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
