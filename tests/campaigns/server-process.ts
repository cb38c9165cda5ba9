import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runtimeOptions } from "../../server/startup/runtime-options";
import type { StorageConfig } from "../../server/storage/open";

export const campaignKey = "a-key-for-campaigns-of-the-test-suite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pollMs = 5;
/** The unit of processor times in /proc. */
const msPerTick = 10;
const keptLines = 15;
const shownLineLength = 600;
const stopPatienceMs = 15_000;

/** The real server as a process of its own, which can be killed. */
export class ServerProcess {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #spawnedAt = performance.now();
  readonly #exited: Promise<void>;
  readonly #endWithUs = () => this.#child.kill("SIGKILL");
  readonly #lines: string[] = [];
  #unfinished = "";
  #origin: string | undefined;
  #pagesOrigin = "";

  /** Spawned, not waited for; on free ports, without a rate limit. */
  constructor({ databaseUrl, dataFolder }: StorageConfig) {
    this.#child = spawn(process.execPath, ["server/main.ts"], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: "0",
        PAGES_PORT: "0",
        FOYER_API_KEY: campaignKey,
        FOYER_RATE_LIMIT: "0",
        ...runtimeOptions,
        FOYER_DATA: dataFolder,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.pid = this.#child.pid as number;
    this.#child.stdout?.on("data", (chunk: Buffer) => this.#keep(chunk));
    this.#child.stderr?.on("data", (chunk: Buffer) => this.#keep(chunk));
    this.#exited = new Promise((resolve) => {
      this.#child.once("exit", () => resolve());
    });
    process.on("exit", this.#endWithUs);
    this.#exited.then(() => process.off("exit", this.#endWithUs));
  }

  get origin(): string {
    if (this.#origin === undefined) throw new Error("The server does not listen yet");
    return this.#origin;
  }

  /** Where visitors are answered. */
  get pagesOrigin(): string {
    return this.#pagesOrigin;
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Processor time it has used so far; 0 where the system does not say. */
  cpuMs(): number {
    const stat = `/proc/${this.pid}/stat`;
    if (!existsSync(stat)) return 0;
    const fields = readFileSync(stat, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  }

  /** Milliseconds from the spawn to the first `ready`. */
  async ready(withinMs: number): Promise<number> {
    while (!(await this.isReady())) {
      const took = performance.now() - this.#spawnedAt;
      if (this.ended) throw new Error(`The server ended (${this.#child.exitCode ?? this.#child.signalCode}) before it was ready`);
      if (took > withinMs) throw new Error(`The server was not ready within ${withinMs} ms`);
      await new Promise((turn) => setTimeout(turn, pollMs));
    }
    const took = performance.now() - this.#spawnedAt;
    if (took > withinMs) throw new Error(`The server was ready after ${took.toFixed()} ms, not within ${withinMs} ms`);
    return took;
  }

  async isReady(): Promise<boolean> {
    if (this.#origin === undefined) return false;
    const response = await fetch(`${this.#origin}/readyz`).catch(() => undefined);
    await response?.text();
    return response?.status === 200;
  }

  /** SIGKILL: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }

  /** SIGTERM; the exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill("SIGTERM");
    const tooLate = setTimeout(() => this.#child.kill("SIGKILL"), stopPatienceMs);
    await this.#exited;
    clearTimeout(tooLate);
    return this.#child.exitCode;
  }

  /** What it said last, but for the lines about requests. */
  lastLines(): string {
    return [...this.#lines, this.#unfinished].map((line) => line.slice(0, shownLineLength)).join("\n");
  }

  #keep(chunk: Buffer): void {
    const lines = (this.#unfinished + chunk).split("\n");
    this.#unfinished = lines.pop() as string;
    for (const line of lines) {
      if (line.includes('"message":"request"')) continue;
      const [, origin, pagesOrigin] = /"message":"listening","url":"([^"]+)","pagesUrl":"([^"]+)"/.exec(line) ?? [];
      this.#origin ??= origin;
      this.#pagesOrigin ||= pagesOrigin ?? "";
      this.#lines.push(line);
      if (this.#lines.length > keptLines) this.#lines.shift();
    }
  }
}
