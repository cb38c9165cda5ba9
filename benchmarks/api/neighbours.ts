import { campaign, type Finding as Noticed } from "../../tests/campaigns/neighbours/campaign";
import { createStorage } from "../../tests/support/database/engines";
import type { Claim } from "../claim";

const maxP99Ms = 50;
const maxMb = 400;
const atOnce = 16;
const size = {
  bodyBytes: 1_000_000,
  sharedBytes: 2_000_000,
  shortEntries: 3_000,
  records: 20,
  largeTopics: 60,
  persons: 5_000,
  rows: 20_000,
};

/** What another tenant notices while one does the worst of every operation. The floor is the same reads without it. */
export const neighbours: Claim = {
  name: "neighbours",
  engines: ["sqlite", "postgres"],
  async measure(_, engine) {
    const storage = await createStorage(engine);
    try {
      const requests = Number.POSITIVE_INFINITY;
      const { quiet, findings } = await campaign({ storage, size, atOnce, requests, seconds: 1 });
      const slowest = mostOf(findings, ({ p99Ms }) => p99Ms);
      const largest = mostOf(findings, ({ highestMb }) => highestMb);
      return {
        title: `another tenant's read while one does its worst, ${engine}`,
        toReach: `p99 ≤ ${maxP99Ms} ms, ≤ ${maxMb} MB`,
        measured: `${slowest.p99Ms.toFixed()} ms, ${largest.highestMb.toFixed()} MB`,
        reached: slowest.p99Ms <= maxP99Ms && largest.highestMb <= maxMb,
        failed: findings.reduce((sum, { failedReads }) => sum + failedReads, 0),
        floor: `${quiet.p99Ms.toFixed()} ms`,
        ours: `${slowest.operation}, ${largest.operation}`,
        details: { quiet, findings },
      };
    } finally {
      await storage.remove();
    }
  },
};

function mostOf(findings: readonly Noticed[], figure: (finding: Noticed) => number): Noticed {
  return findings.toSorted((one, other) => figure(other) - figure(one))[0] as Noticed;
}
