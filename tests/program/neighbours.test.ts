import { afterAll, beforeAll, expect, test } from "bun:test";
import { campaign, type NeighboursReport } from "../campaigns/neighbours/campaign";
import { neighbourOperations } from "../campaigns/neighbours/requests";
import { visitorAttacks } from "../campaigns/neighbours/visitor-requests";
import { todays } from "../support/daily";
import { createStorage, onTodaysEngine, type Storage } from "../support/database/engines";
import { workUnitMs } from "../support/service/processor-time";

const size = {
  bodyBytes: 250_000,
  sharedBytes: 500_000,
  shortEntries: 400,
  records: 4,
  largeTopics: 20,
  persons: 400,
  rows: 1_000,
  readEveryMs: 20,
};
const atOnce = 4;
const patienceMs = 240_000;
/** In units of work: one tenant's turns took up to 18, and a collection of all garbage takes as much again. */
const maxUnits = 40;
/** As in the campaign. The process collects all garbage before it is as large, and took up to 360 MB. */
const maxMb = 400;

/** Not the number of engines or a multiple of it: within six days each operation has its turn on either. */
const shareOfOperations = 3;

/** Of larger size, with all operations and on both engines with `npm run test:neighbours`. */
onTodaysEngine("one tenant does its worst with the operations of today", (engine) => {
  const operations = [
    ...todays(
      shareOfOperations,
      neighbourOperations.map(({ id }) => id),
    ),
    ...visitorAttacks,
  ];
  let storage: Storage;
  let report: NeighboursReport;

  beforeAll(async () => {
    storage = await createStorage(engine, { hasTables: true });
    report = await campaign({ storage, size, atOnce, requests: atOnce, seconds: 0.2, only: operations });
  }, patienceMs);
  afterAll(() => storage?.remove());

  test("and another tenant's reads are all answered", () => {
    expect(report.findings.map(({ operation }) => operation).sort()).toEqual(operations.toSorted());
    expect(report.findings.filter(({ failedReads }) => failedReads > 0)).toEqual([]);
    expect(report.findings.reduce((sum, { reads }) => sum + reads, 0)).toBeGreaterThan(operations.length);
  });

  test("and the server never works for long without looking for requests of others", () => {
    // Processor time, in units of a known piece of work on the same machine, so that a busy machine makes no difference.
    const unit = workUnitMs();
    const long = report.findings.filter(({ stallCpuMs }) => stallCpuMs > maxUnits * unit);
    expect(long.map(({ operation, stallCpuMs }) => `${operation}: ${(stallCpuMs / unit).toFixed(1)} units`)).toEqual([]);
  });

  test("and the memory of the process stays bounded", () => {
    expect(
      report.findings.filter(({ highestMb }) => highestMb > maxMb).map(({ operation, highestMb }) => [operation, highestMb]),
    ).toEqual([]);
  });
});
