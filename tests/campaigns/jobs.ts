import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresServer } from "../support/database/postgres";
import { killWorkers, pauseWorkers, stopDatabase } from "./jobs/campaign";
import { chooseSeed } from "./random";

/** `npm run test:jobs -- [JOBS]`: the long form of what `npm test` does in short. */
const jobs = Number(process.argv[2] ?? 10_000);
const awayMs = 20_000;
const jobsPerKill = 250;

if (!Number.isInteger(jobs) || jobs < 1) {
  console.error("npm run test:jobs -- [JOBS]");
  process.exit(2);
}

const seed = chooseSeed();
const dataFolder = mkdtempSync(join(tmpdir(), "foyer-test-"));
const postgres = await PostgresServer.start();
let failed = false;
try {
  console.log(`seed ${seed}`);
  const storages = {
    sqlite: { databaseUrl: undefined, dataFolder },
    postgres: { databaseUrl: await postgres.createDatabase("foyer"), dataFolder },
  };
  for (const [engine, storage] of Object.entries(storages)) {
    const { interruptions, tookMs } = await killWorkers(storage, jobs, jobsPerKill, seed);
    console.log(`${engine}: ${jobs} jobs, ${interruptions} workers killed, ${seconds(tookMs)}: each effect once, none lost`);
    await pauseWorkers(storage);
    console.log(`${engine}: a worker stopped past its lease wrote nothing`);
  }
  const { tookMs } = await stopDatabase(postgres, awayMs, jobs);
  console.log(`PostgreSQL away for ${seconds(awayMs)}: all ${jobs} done ${seconds(tookMs)} after it was back, each once`);
} catch (error) {
  failed = true;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await postgres.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
