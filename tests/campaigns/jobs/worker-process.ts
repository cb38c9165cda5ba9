import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { WorkerOptions } from "./worker";

const script = fileURLToPath(new URL("./worker.ts", import.meta.url));
const shownCharacters = 2_000;

/** A worker that can be killed, stopped and continued. */
export class WorkerProcess {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #endWithUs = () => this.#child.kill("SIGKILL");
  #output = "";

  constructor(options: WorkerOptions) {
    this.#child = spawn(process.execPath, [script, JSON.stringify(options)], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.pid = this.#child.pid as number;
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (this.#output = (this.#output + chunk).slice(-shownCharacters)));
    }
    this.#exited = new Promise((resolve) => {
      this.#child.once("exit", () => resolve());
    });
    process.on("exit", this.#endWithUs);
    this.#exited.then(() => process.off("exit", this.#endWithUs));
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** What it said last. */
  get output(): string {
    return this.#output;
  }

  pause(): void {
    this.#child.kill("SIGSTOP");
  }

  goOn(): void {
    this.#child.kill("SIGCONT");
  }

  /** SIGKILL: no handler runs. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }
}
