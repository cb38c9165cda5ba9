import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { freePort } from "../tests/support/database/postgres";
import type { Target } from "./load/generate";

const startPatienceMs = 30_000;
const pollMs = 2;
const ticksPerSecond = 100;

export interface Running extends Target, AsyncDisposable {
  /** From the spawn to the first good answer. */
  startMs: number;
  /** Processor time used so far, undefined where the system doesn't tell; unlike requests a second, other load hardly moves it. */
  cpuSeconds(): number | undefined;
  residentMb(): number;
}

interface Program {
  /** Relative to this folder. */
  file: string;
  arguments?: (port: number) => string[];
  environment?: (port: number) => Record<string, string>;
  /** Answered with 200 once it is up. */
  probe: string;
  apiKey?: string;
}

/** A server in a process of its own on a free port, its log written and thrown away. */
export async function start(program: Program): Promise<Running> {
  const port = await freePort();
  const path = fileURLToPath(new URL(program.file, import.meta.url));
  const spawnedAt = performance.now();
  const child = Bun.spawn([process.execPath, path, ...(program.arguments?.(port) ?? [])], {
    env: { ...process.env, ...program.environment?.(port) },
    stdout: Bun.file("/dev/null"),
    stderr: "inherit",
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin + program.probe))) {
    if (child.exitCode !== null || performance.now() - spawnedAt > startPatienceMs) {
      await stop();
      throw new Error(`${program.file} did not start`);
    }
    await Bun.sleep(pollMs);
  }
  return {
    origin,
    ...(program.apiKey !== undefined && { apiKey: program.apiKey }),
    startMs: performance.now() - spawnedAt,
    cpuSeconds: () => cpuSeconds(child.pid),
    residentMb: () => residentMb(child.pid),
    [Symbol.asyncDispose]: stop,
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

function cpuSeconds(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") as string[];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function residentMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  const kib = existsSync(file)
    ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, "utf8"))?.[1]
    : Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString();
  return Number(kib) / 1_024;
}
