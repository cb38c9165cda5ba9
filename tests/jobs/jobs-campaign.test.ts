import { afterAll, beforeAll, expect, test } from "bun:test";
import { type JobsReport, killWorkers, pauseWorkers, stopDatabase } from "../campaigns/jobs/campaign";
import { chooseSeed } from "../campaigns/random";
import { createStorage, onBothEngines, type Storage } from "../support/database/engines";
import { PostgresServer } from "../support/database/postgres";

const jobs = 300;
const jobsPerKill = 60;
const awayMs = 2_000;

onBothEngines("jobs over real processes", (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await createStorage(engine, { hasTables: true });
  });
  afterAll(() => storage?.remove());

  test(`run ${jobs} jobs on three processes, one killed after every ${jobsPerKill}: each effect happens exactly once`, async () => {
    const seed = chooseSeed();
    const report = await killWorkers(storage, jobs, jobsPerKill, seed);
    show(`${engine}, killed, seed ${seed}`, report);
    expect(report.interruptions).toBeGreaterThan(0);
  });

  test("a process paused past its lease writes nothing when it goes on after another took over, and finishes the job if none did", async () => {
    await pauseWorkers(storage);
  });
});

test("jobs go on by themselves after PostgreSQL was away, and each effect happens exactly once", async () => {
  const postgres = await PostgresServer.start();
  try {
    show("database away", await stopDatabase(postgres, awayMs, jobs / 2));
  } finally {
    await postgres.stop();
  }
});

function show(what: string, { jobs, interruptions, tookMs }: JobsReport): void {
  console.log(`jobs ${what}: ${jobs} done in ${(tookMs / 1_000).toFixed(1)} s, ${interruptions} interruptions`);
}
