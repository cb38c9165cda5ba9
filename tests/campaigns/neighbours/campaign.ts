import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Storage } from "../../support/database/engines";
import { type ServerProcess, spawnServer } from "../../support/service/process";
import { transactionRetries } from "../transaction-retries";
import { type Answers, type Attack, startAttacker } from "./attacker";
import type { Read, ReaderOptions } from "./reader";
import { neighbourOperations, type WorstRequest, worstRequests } from "./requests";
import { createNeighbours, type NeighboursStage, type StageSize } from "./stage";
import { visitorAttacks, visitorRequests } from "./visitor-requests";

const memoryEveryMs = 25;
const jobsPatienceMs = 10_000;
const jobsPollMs = 100;

/** The attack is that of each operation. */
export interface NeighboursOptions extends Attack {
  storage: Storage;
  size: StageSize;
  /** Names of operations and of attacks on the visitors' listener; all without it. */
  only?: readonly string[];
  progress?: (line: string) => void;
}

/** What others noticed while one tenant did its worst with an operation. */
export interface Finding {
  operation: string;
  answers: number;
  statuses: Record<string, number>;
  /** Of the other tenant's reads. */
  reads: number;
  failedReads: number;
  p50Ms: number;
  p99Ms: number;
  /** The longest time in which the server answered nobody, and how much processor time it used then. */
  stallMs: number;
  stallCpuMs: number;
  highestMb: number;
  transactionRetries: number;
}

/** Worst first; `quiet` is what the reads cost while the other tenant does nothing. */
export interface NeighboursReport {
  quiet: Finding;
  findings: Finding[];
}

export async function campaign(options: NeighboursOptions): Promise<NeighboursReport> {
  // The limit is for each key, and a tenant may have any number of keys.
  await using server = await spawnServer({ ...options.storage.environment, FOYER_RATE_LIMIT: "0" });
  options.progress?.("filling the bad neighbour's tenant …");
  await using stage = await createNeighbours(server, options.storage, options.size);
  using reader = startReader(stage.reads);
  using attacker = startAttacker();
  const measure = (operation: string, work: () => Promise<Answers>) => measured(server, reader.reads, operation, work);
  const quiet = await measure("nothing", async () => {
    await Bun.sleep(options.seconds * 1_000);
    return { count: 0, statuses: {} };
  });
  const findings: Finding[] = [];
  const { atOnce, requests: most, seconds } = options;
  for (const { id, requests } of await allRequests(stage, options)) {
    await jobsDone(server);
    await attacker.prepare(requests);
    const finding = await measure(id, async () => {
      const answers = await attacker.send({ atOnce, requests: most, seconds });
      await jobsDone(server);
      return answers;
    });
    findings.push(finding);
    options.progress?.(lineOf(finding));
  }
  findings.sort((one, other) => other.stallCpuMs - one.stallCpuMs);
  return { quiet, findings };
}

/** Made before any are sent: an operation may use up what a tenant is allowed to have. */
async function allRequests(
  stage: NeighboursStage,
  { only, requests: most }: NeighboursOptions,
): Promise<{ id: string; requests: WorstRequest[] }[]> {
  const all: { id: string; requests: WorstRequest[] }[] = [];
  for (const operation of neighbourOperations)
    if (only?.includes(operation.id) ?? true)
      all.push({ id: operation.id, requests: await worstRequests(stage, operation, most) });
  const attacks = visitorAttacks.filter((attack) => only?.includes(attack) ?? true);
  if (attacks.length === 0) return all;
  const visitors = await visitorRequests(stage);
  return [...all, ...attacks.map((attack) => ({ id: attack, requests: visitors[attack] }))];
}

export function lineOf(finding: Finding): string {
  const { operation, answers, statuses, p50Ms, p99Ms, stallMs, stallCpuMs, highestMb, failedReads, transactionRetries } = finding;
  const figures = [
    operation.padEnd(28),
    `p50 ${p50Ms.toFixed(1)} ms`.padStart(12),
    `p99 ${p99Ms.toFixed()} ms`.padStart(12),
    `stall ${stallMs.toFixed()} ms`.padStart(15),
    `cpu ${stallCpuMs.toFixed()} ms`.padStart(12),
    `${highestMb.toFixed()} MB`.padStart(8),
    `${answers} answers ${JSON.stringify(statuses)}`,
  ];
  const again = transactionRetries > 0 ? `  ${transactionRetries} transactions tried again` : "";
  return figures.join("  ") + again + (failedReads > 0 ? `  ${failedReads} reads FAILED` : "");
}

async function measured(
  server: ServerProcess,
  reads: readonly Read[],
  operation: string,
  work: () => Promise<Answers>,
): Promise<Finding> {
  await lookAtMetrics(server);
  Object.assign(longest, { stallMs: 0, stallCpuMs: 0 });
  const retriesBefore = await transactionRetries(server);
  const from = performance.timeOrigin + performance.now();
  let highest = 0;
  const watch = setInterval(() => {
    highest = Math.max(highest, residentMb(server.pid));
  }, memoryEveryMs);
  const answers = await work();
  clearInterval(watch);
  const to = performance.timeOrigin + performance.now();
  await lookAtMetrics(server);
  await Bun.sleep(settleMs);
  const during = reads.filter(({ at }) => at >= from && at <= to);
  const sorted = during.map(({ ms }) => ms).sort((one, other) => one - other);
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    operation,
    answers: answers.count,
    statuses: answers.statuses,
    reads: during.length,
    failedReads: during.filter(({ status }) => status !== 200).length,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    ...longest,
    highestMb: Math.max(highest, residentMb(server.pid)),
    transactionRetries: (await transactionRetries(server)) - retriesBefore,
  };
}

/** Until the answers to what was asked last are told. */
const settleMs = 60;

function startReader(options: ReaderOptions): Disposable & { reads: readonly Read[] } {
  const reads: Read[] = [];
  const script = fileURLToPath(new URL("reader.ts", import.meta.url));
  const child = Bun.spawn([process.execPath, script, JSON.stringify(options)], { stdio: ["ignore", "pipe", "inherit"] });
  void (async () => {
    let unfinished = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      const lines = (unfinished + decoder.decode(chunk, { stream: true })).split("\n");
      unfinished = lines.pop() as string;
      for (const line of lines) reads.push(JSON.parse(line) as Read);
    }
  })();
  return { reads, [Symbol.dispose]: () => child.kill("SIGKILL") };
}

/** The longest stalls since they were last forgotten: each look at the metrics tells only those since the one before. */
const longest = { stallMs: 0, stallCpuMs: 0 };

/** How many jobs of versions there are. */
async function lookAtMetrics({ origin }: ServerProcess): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const gauge = (name: string) => Number(new RegExp(`^foyer_${name} (\\S+)$`, "m").exec(text)?.[1]) * 1_000;
  const waiting = [...text.matchAll(/^foyer_jobs\{kind="(?:buildVersions|walkVersionBatch)[^}]*state="(?!dead)\w+"\} (\d+)$/gm)];
  longest.stallMs = Math.max(longest.stallMs, gauge("event_loop_stall_seconds"));
  longest.stallCpuMs = Math.max(longest.stallCpuMs, gauge("event_loop_stall_cpu_seconds"));
  return waiting.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Versions are built after the answer. */
async function jobsDone(server: ServerProcess): Promise<void> {
  const until = performance.now() + jobsPatienceMs;
  while ((await lookAtMetrics(server)) > 0 && performance.now() < until) await Bun.sleep(jobsPollMs);
}

function residentMb(pid: number): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1]) / 1_024;
}
