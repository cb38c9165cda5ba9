import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createStorage, endSharedPostgres } from "../support/database/engines";
import { PostgresServer } from "../support/database/postgres";
import { backupSummary, killBackups } from "./backup/campaign";
import { type CrashReport, killDatabase, killService } from "./crash/campaign";
import { chooseSeed } from "./random";

/** A new database after so many kills: what is checked after each stays small. */
const killsPerDatabase = 50;
const databaseKillShare = 0.15;

const targets = {
  sqlite: inBatches(killServiceOnSqlite, serviceSummary),
  postgres: inBatches(killServiceOnPostgres, serviceSummary),
  database: inBatches(killDatabase, serviceSummary),
  "backup-sqlite": inBatches((campaign) => killBackups({ ...campaign, engine: "sqlite" }), backupSummary),
  "backup-postgres": inBatches((campaign) => killBackups({ ...campaign, engine: "postgres" }), backupSummary),
} as const satisfies Record<string, (kills: number, seed: number) => Promise<string>>;

interface Campaign {
  kills: number;
  seed: number;
  progress: (line: string) => void;
}

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { only: { type: "string" }, seed: { type: "string" } },
    allowPositionals: true,
  });
  const kills = Number(positionals[0] ?? 20);
  const chosen = values.only === undefined ? Object.keys(targets) : [values.only];
  if (!Number.isInteger(kills) || kills < 1 || chosen.some((name) => !(name in targets))) {
    console.error(`npm run test:crash -- KILLS [--only ${Object.keys(targets).join("|")}] [--seed SEED]`);
    process.exit(2);
  }
  const seed = chooseSeed(values.seed);
  for (const name of chosen as (keyof typeof targets)[]) {
    const wanted = name === "database" && values.only === undefined ? Math.max(3, Math.round(kills * databaseKillShare)) : kills;
    try {
      await run(name, wanted, seed);
    } catch (error) {
      console.error(`${error instanceof Error ? error.message : error}`);
      console.error(`\nAgain: npm run test:crash -- ${kills} --only ${name} --seed ${seed}`);
      await endSharedPostgres();
      process.exit(1);
    }
  }
  await endSharedPostgres();
  process.exit(0);
}

async function run(name: keyof typeof targets, kills: number, seed: number): Promise<void> {
  console.log(`${name}: ${kills} kills, seed ${seed}`);
  console.log(`${name}: ${await targets[name](kills, seed)}\n`);
}

function inBatches<Report>(
  campaign: (campaign: Campaign) => Promise<Report>,
  summary: (reports: readonly Report[]) => string,
): (kills: number, firstSeed: number) => Promise<string> {
  return async (kills, firstSeed) => {
    const reports: Report[] = [];
    for (let done = 0; done < kills; done += killsPerDatabase) {
      const seed = (firstSeed + reports.length) >>> 0;
      const progress = (line: string) => console.log(`  ${line}`);
      reports.push(await campaign({ kills: Math.min(killsPerDatabase, kills - done), seed, progress }));
    }
    return summary(reports);
  };
}

function serviceSummary(reports: readonly CrashReport[]): string {
  const sum = (of: (report: CrashReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  return (
    `${sum((r) => r.kills)} kills under 32 writers and ${sum((r) => r.killsAtStart)} at start; ` +
    `${sum((r) => r.acknowledged)} acknowledged writes, none lost, none half there; ${sum((r) => r.unanswered)} unanswered; ` +
    `${sum((r) => r.transactionRetries)} transactions tried again; ` +
    `ready again within ${Math.max(...reports.map((r) => r.slowestReadyMs)).toFixed()} ms`
  );
}

async function killServiceOnSqlite(campaign: Campaign): Promise<CrashReport> {
  const storage = await createStorage("sqlite");
  try {
    return await killService({ ...campaign, storage });
  } finally {
    await storage.remove();
  }
}

async function killServiceOnPostgres(campaign: Campaign): Promise<CrashReport> {
  const dataFolder = mkdtempSync(join(tmpdir(), "foyer-test-"));
  const postgres = await PostgresServer.start();
  try {
    const databaseUrl = await postgres.createDatabase("foyer");
    return await killService({ ...campaign, storage: { databaseUrl, dataFolder } });
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
