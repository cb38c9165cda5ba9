import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { StorageConfig } from "../../../server/storage/open";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The `foyer` command as a process of its own, which can be killed. */
export class CliProcess {
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #endWithUs = () => this.#child.kill("SIGKILL");
  #output = "";

  constructor({ databaseUrl, dataFolder }: StorageConfig, words: readonly string[]) {
    this.#child = spawn(process.execPath, ["cli/main.ts", ...words], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        FOYER_DATA: dataFolder,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output += chunk;
      });
    }
    this.exited = new Promise((resolve) => {
      this.#child.once("close", (code) => resolve(code));
    });
    process.on("exit", this.#endWithUs);
    this.exited.then(() => process.off("exit", this.#endWithUs));
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Ends when the command has; throws what it said if it failed. */
  async done(): Promise<void> {
    const code = await this.exited;
    if (code !== 0) throw new Error(`The command ended with ${code}: ${this.#output}`);
  }

  /** SIGKILL. True when the command had already ended well; throws when it had failed. */
  async kill(): Promise<boolean> {
    this.#child.kill("SIGKILL");
    const code = await this.exited;
    if (code !== 0 && code !== null) throw new Error(`The command ended with ${code}: ${this.#output}`);
    return code === 0;
  }
}
