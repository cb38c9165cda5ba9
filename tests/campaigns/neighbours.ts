import { parseArgs } from "node:util";
import { createStorage, type Engine, endSharedPostgres, engines } from "../support/database/engines";
import { campaign, lineOf, type NeighboursReport } from "./neighbours/campaign";

/** A page of the largest kind with the topics that feed every page is just not too large to be built. */
const size = {
  bodyBytes: 1_000_000,
  sharedBytes: 2_000_000,
  shortEntries: 3_000,
  records: 40,
  largeTopics: 60,
  persons: 10_000,
  rows: 20_000,
};
const atOnce = 16;
const maxP99Ms = 50;
const maxMb = 400;

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { engine: { type: "string" }, seconds: { type: "string", default: "2" } },
    allowPositionals: true,
  });
  const seconds = Number(values.seconds);
  if (!(seconds > 0) || (values.engine && !engines.includes(values.engine as Engine))) {
    console.error(`npm run test:neighbours -- [OPERATION …] [--engine ${engines.join("|")}] [--seconds FOR_EACH_OPERATION]`);
    process.exit(2);
  }
  let held = true;
  for (const engine of engines.filter((one) => one === (values.engine ?? one))) {
    await using storage = { ...(await createStorage(engine)), [Symbol.asyncDispose]: () => storage.remove() };
    const only = positionals.length > 0 ? { only: positionals } : {};
    console.log(`Neighbours on ${engine}: ${seconds} s of each operation, ${atOnce} at once`);
    const requests = Number.POSITIVE_INFINITY;
    const report = await campaign({ storage, size, atOnce, requests, seconds, ...only, progress: console.log });
    held = show(report) && held;
  }
  await endSharedPostgres();
  process.exit(held ? 0 : 1);
}

function show({ quiet, findings }: NeighboursReport): boolean {
  const broken = findings.filter(({ p99Ms, highestMb, failedReads }) => p99Ms > maxP99Ms || highestMb > maxMb || failedReads > 0);
  console.log(`\nworst first:\n${[...findings, quiet].map(lineOf).join("\n")}`);
  console.log(
    broken.length === 0
      ? `passed: p99 of the other tenant's reads at most ${maxP99Ms} ms, memory at most ${maxMb} MB`
      : `FAILED: above ${maxP99Ms} ms or ${maxMb} MB with ${broken.map(({ operation }) => operation).join(", ")}`,
  );
  return broken.length === 0;
}
