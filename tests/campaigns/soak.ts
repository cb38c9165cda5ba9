import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Engine, engines } from "../support/database/engines";
import { PostgresServer } from "../support/database/postgres";
import { chooseSeed } from "./random";
import { artifactOf, soak } from "./soak/campaign";
import type { SoakReport } from "./soak/report";

const defaultRate = 1_500;

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      engine: { type: "string", default: "sqlite" },
      rate: { type: "string", default: String(defaultRate) },
      seed: { type: "string" },
    },
    allowPositionals: true,
  });
  const minutes = Number(positionals[0] ?? 1);
  const rate = Number(values.rate);
  const engine = values.engine as Engine;
  if (!(minutes > 0) || !(rate >= 0) || !engines.includes(engine)) {
    console.error(
      `npm run test:soak -- MINUTES [--engine ${engines.join("|")}] [--rate REQUESTS_A_SECOND, 0 is all it can] [--seed SEED]`,
    );
    process.exit(2);
  }
  const seed = chooseSeed(values.seed);
  console.log(`Soak on ${engine}: ${minutes} minutes at ${rate || "all"} requests a second, seed ${seed}`);
  const report = await soakOn(engine, { seconds: Math.round(minutes * 60), rate, seed });
  show(report);
  process.exit(report.verdict.findings.length === 0 ? 0 : 1);
}

async function soakOn(engine: Engine, options: { seconds: number; rate: number; seed: number }): Promise<SoakReport> {
  const dataFolder = mkdtempSync(join(tmpdir(), "foyer-test-"));
  const postgres = engine === "postgres" ? await PostgresServer.start() : undefined;
  try {
    const databaseUrl = await postgres?.createDatabase("foyer");
    return await soak({ engine, storage: { databaseUrl, dataFolder }, ...options, progress: console.log });
  } finally {
    await postgres?.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

function show({ engine, load, transactionRetries, verdict }: SoakReport): void {
  const { growthMb, cacheGrowthMb, highestMb } = verdict.memory;
  const file = verdict.databaseFile;
  const fileLine = `database file: ${file.growthMb.toFixed(1)} MB more, ${file.kbPerThousandAnswers.toFixed(1)} KB for each 1,000 answers`;
  console.log(`
${load.answered} answers, ${load.cut} connections cut by their callers; p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms
statuses: ${JSON.stringify(load.statuses)}; ${transactionRetries} transactions tried again
memory: ${highestMb.toFixed()} MB at most; over the second half ${growthMb.toFixed(1)} MB more, of it page cache ${cacheGrowthMb.toFixed(1)} MB
${engine === "sqlite" ? `${fileLine}\n` : ""}write-ahead log: ${verdict.highestWalMb.toFixed(1)} MB at most
${artifactOf(engine, "svg")}
${verdict.findings.length === 0 ? "passed" : `FAILED\n  ${verdict.findings.join("\n  ")}`}`);
}
