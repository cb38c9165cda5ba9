import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { chooseSeed } from "../campaigns/random";
import { artifactOf, soak } from "../campaigns/soak/campaign";
import { renderSoakChart } from "../campaigns/soak/chart";
import type { LoadTotal } from "../campaigns/soak/statistics";
import { judge, type Sample } from "../campaigns/soak/verdict";
import { createStorage, type Storage } from "../support/database/engines";

/** Two kilobytes lost with each answer are 58 MB in the second half, more than a verdict allows. */
const seconds = 30;
const rate = 600;
const patienceMs = 150_000;

describe("under constant mixed load", () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await createStorage("sqlite", { hasTables: true });
  });
  afterAll(() => storage?.remove());

  test(
    "memory stops growing, the write-ahead log stays small, and every answer is the right one",
    async () => {
      const seed = chooseSeed();
      const again = `npm run test:soak -- ${(seconds / 60).toFixed(2)} --seed ${seed}`;
      console.log(`soak: ${seconds} s, seed ${seed} (again: ${again})`);
      const { load, verdict } = await soak({ engine: "sqlite", storage, seconds, rate, seed, progress: console.log });
      expect(verdict.findings).toEqual([]);
      expect(Object.keys(load.statuses)).toEqual(expect.arrayContaining(["200", "201", "400", "401", "404", "413", "422"]));
      expect(load.cut).toBeGreaterThan(0);
      for (const kind of ["svg", "json"] as const) expect(statSync(artifactOf("sqlite", kind)).size).toBeGreaterThan(1_000);
    },
    patienceMs,
  );
});

describe("the verdict of a soak", () => {
  const mb = 1_048_576;
  const right: LoadTotal = {
    kind: "total",
    answered: 60_000,
    cut: 10,
    statuses: { 200: 60_000 },
    p50Ms: 1,
    p99Ms: 5,
    slowestMs: 9,
    unexpected: {},
  };

  /** A minute of a server that is well: memory settles, with the waves of a collector in it. */
  function minute(changes: (second: number) => Partial<Sample> = () => ({})): Sample[] {
    return Array.from({ length: 60 }, (_, second) => ({
      second,
      memoryBytes: (90 + 15 * Math.min(second / 20, 1) + 4 * Math.sin(second)) * mb,
      walBytes: 4 * mb,
      databaseBytes: 20 * mb,
      answered: 1_000,
      p50Ms: 1,
      p99Ms: 5,
      ...changes(second),
    }));
  }

  test("is good for a healthy server", () => {
    expect(judge(minute(), right, 0).findings).toEqual([]);
  });

  test("allows memory to grow with the page cache of a small database", () => {
    const growing = minute((second) => ({ databaseBytes: second * 0.25 * mb, memoryBytes: (80 + second * 0.6) * mb }));
    expect(judge(growing, right, 0).findings).toEqual([]);
  });

  test("is bad for two kilobytes leaked with each answer", () => {
    const leaking = minute((second) => ({ memoryBytes: (150 + second * 1_000 * (2_048 / mb)) * mb }));
    expect(judge(leaking, right, 0).findings).toEqual([expect.stringMatching(/^memory grew by 5[67]\.\d MB/)]);
  });

  test("is good for garbage of a small process that nobody has looked for yet", () => {
    const idle = minute((second) => ({ memoryBytes: (90 + second * 2) * mb }));
    expect(judge(idle, right, 0).findings).toEqual([]);
  });

  test("tells how much the database file grows with 1,000 answers, and the chart shows it", () => {
    const samples = minute((second) => ({ databaseBytes: (20 + second) * mb }));
    const verdict = judge(samples, right, 0);
    expect(verdict.databaseFile).toEqual({ growthMb: 59, kbPerThousandAnswers: 1_024 });
    const chart = renderSoakChart({
      engine: "sqlite",
      seconds: 60,
      rate: 1_000,
      seed: 1,
      load: right,
      transactionRetries: 0,
      verdict,
      samples,
    });
    expect(chart).toContain("Database file: +59.0 MB, +1024.0 KB for each 1,000 answers");
  });

  test("is bad for a write-ahead log that is never emptied", () => {
    const starved = minute((second) => ({ walBytes: second * 2 * mb }));
    expect(judge(starved, right, 0).findings).toEqual([expect.stringMatching(/^the write-ahead log reached 118 MB/)]);
  });

  test("is bad for a single 5xx, seen by a caller or only by the server, and for a single wrong answer", () => {
    expect(judge(minute(), { ...right, statuses: { 200: 1, 500: 1 } }, 0).findings).toHaveLength(1);
    expect(judge(minute(), right, 1).findings).toHaveLength(1);
    expect(judge(minute(), { ...right, unexpected: { "read a person: 404 not_found": 1 } }, 0).findings).toHaveLength(1);
  });
});
