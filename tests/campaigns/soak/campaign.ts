import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { StorageConfig } from "../../../server/storage/open";
import type { Engine } from "../../support/database/engines";
import { sqliteFile } from "../inspect-storage";
import { ServerProcess } from "../server-process";
import { transactionRetries } from "../transaction-retries";
import { renderSoakChart } from "./chart";
import type { LoadOptions } from "./load";
import type { SoakReport } from "./report";
import type { LoadSecond, LoadTotal } from "./statistics";
import { judge, type Sample } from "./verdict";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const readyWithinMs = 60_000;

interface SoakOptions extends Pick<SoakReport, "engine" | "seconds" | "rate" | "seed"> {
  storage: StorageConfig;
  progress?: (line: string) => void;
}

/** The real server under mixed load, watched each second; leaves a chart and the numbers in `artifacts/`. */
export async function soak({ storage, progress, ...options }: SoakOptions): Promise<SoakReport> {
  const server = new ServerProcess(storage);
  try {
    await server.ready(readyWithinMs);
    const samples: Sample[] = [];
    const { seconds, rate, seed } = options;
    const load = await runLoad({ origin: server.origin, seconds, rate, seed }, (second) => {
      const sample = { second: samples.length + 1, ...measured(server.pid, storage), ...second };
      samples.push(sample);
      if (sample.second % 10 === 0) progress?.(lineOf(sample));
    });
    const verdict = judge(samples, load, await serverErrors(server.origin));
    const retries = await transactionRetries(server);
    const exitCode = await server.stop();
    if (exitCode !== 0) verdict.findings.push(`the server ended with ${exitCode}`);
    const report: SoakReport = { ...options, load, transactionRetries: retries, verdict, samples };
    keep(report);
    if (verdict.findings.length > 0) progress?.(`The server's last lines:\n${server.lastLines()}`);
    return report;
  } finally {
    await server.kill();
  }
}

export function artifactOf(engine: Engine, extension: "svg" | "json"): string {
  return join(root, "artifacts", `soak-${engine}.${extension}`);
}

function runLoad(options: LoadOptions, onSecond: (second: Omit<LoadSecond, "kind">) => void): Promise<LoadTotal> {
  const script = fileURLToPath(new URL("load.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ["ignore", "pipe", "inherit"] });
  const endWithUs = () => child.kill("SIGKILL");
  process.on("exit", endWithUs);
  return new Promise((resolve, reject) => {
    let total: LoadTotal | undefined;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = JSON.parse(line) as LoadSecond | LoadTotal;
      if (said.kind === "total") {
        total = said;
      } else {
        const { kind: _, ...second } = said;
        onSecond(second);
      }
    });
    child.once("close", (code) => {
      process.off("exit", endWithUs);
      if (total) resolve(total);
      else reject(new Error(`The load generator ended with ${code}`));
    });
  });
}

function measured(pid: number, storage: StorageConfig): Pick<Sample, "memoryBytes" | "walBytes" | "databaseBytes"> {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const file = sqliteFile(storage);
  return { memoryBytes: residentBytes(pid), walBytes: sizeOf(`${file}-wal`), databaseBytes: sizeOf(file) };
}

function residentBytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kib = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1]
    : String(spawnSync("ps", ["-o", "rss=", "-p", String(pid)]).stdout).trim();
  if (!kib) throw new Error(`The memory of process ${pid} can't be read: it is gone`);
  return Number(kib) * 1_024;
}

/** What the server itself counted: also answers that nobody was there to receive. */
async function serverErrors(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const counts = [...metrics.matchAll(/^foyer_requests_total\{[^}]*status="5\d\d"[^}]*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

function keep(report: SoakReport): void {
  mkdirSync(join(root, "artifacts"), { recursive: true });
  const write = (file: string, text: string) => {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  };
  write(artifactOf(report.engine, "svg"), renderSoakChart(report));
  write(artifactOf(report.engine, "json"), `${JSON.stringify(report, null, 2)}\n`);
}

function lineOf({ second, memoryBytes, walBytes, answered, p50Ms, p99Ms }: Sample): string {
  const mb = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
  return `${second} s: ${mb(memoryBytes)} memory, ${mb(walBytes)} log, ${answered}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}
