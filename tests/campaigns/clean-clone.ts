import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shownOutput = 4_000;
/** All there is on the machine; the last three only because the printed example asks for it. */
const programs = ["node", "npm", "git", "sh", "curl", "grep", "head"];
const notCopied = new Set(["node_modules", "data", "artifacts", ".git"]);

/** A clone in a temporary folder, with what is not committed yet, on a machine that has Node and little else. */
export class CleanClone {
  readonly #temporary = mkdtempSync(join(tmpdir(), "foyer-clone-"));
  readonly folder = join(this.#temporary, "foyer");
  readonly #path = join(this.#temporary, "bin");
  readonly #running = new Set<Running>();

  constructor() {
    mkdirSync(this.#path);
    for (const program of programs) symlinkSync(find(program), join(this.#path, program));
    if (isCheckout()) this.#clone();
    else cpSync(root, this.folder, { recursive: true, filter: (source) => !notCopied.has(basename(source)) });
    // The one test that must not run inside itself.
    rmSync(join(this.folder, "tests/program/commands.test.ts"), { force: true });
  }

  /** With nothing in its environment but PATH, HOME and what is given. */
  run(command: string[], environment: Record<string, string> = {}): Running {
    const running = new Running(command, this.folder, { PATH: this.#path, HOME: process.env.HOME ?? "", ...environment });
    this.#running.add(running);
    return running;
  }

  async remove(): Promise<void> {
    for (const running of this.#running) await running.end();
    rmSync(this.#temporary, { recursive: true, force: true });
  }

  #clone(): void {
    git("clone", "--quiet", root, this.folder);
    const changed = `${git("diff", "-z", "--name-only", "HEAD")}${git("ls-files", "-z", "--others", "--exclude-standard")}`;
    for (const file of changed.split("\0").filter((name) => name !== "")) {
      const target = join(this.folder, file);
      if (existsSync(join(root, file))) cpSync(join(root, file), target, { recursive: true });
      else rmSync(target, { force: true });
    }
  }
}

/** A command, what it has said so far and how it ended. */
export class Running {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #command: string;
  #output = "";

  constructor(command: string[], cwd: string, env: Record<string, string>) {
    const [program, ...rest] = command as [string, ...string[]];
    this.#command = command.join(" ");
    // In a group of its own, so that nothing it started can be left behind.
    this.#child = spawn(program, rest, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk) => {
        this.#output += chunk;
      });
    }
    this.#ended = new Promise((resolve, reject) => {
      this.#child.once("error", reject);
      this.#child.once("close", (code) => resolve(code));
    });
  }

  get output(): string {
    return this.#output;
  }

  /** SIGTERM to this process alone, as a process manager sends it. */
  terminate(): void {
    this.#child.kill("SIGTERM");
  }

  /** The exit code. */
  async ended(withinMs: number): Promise<number | null> {
    return Promise.race([this.#ended, this.#tooLate(withinMs, "did not end")]);
  }

  async until(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
    const patientUntil = performance.now() + withinMs;
    while (!(await isSo())) {
      if (this.#child.exitCode !== null) throw new Error(`${this.#command} ended with ${this.#child.exitCode}:\n${this.tail()}`);
      if (performance.now() > patientUntil) throw new Error(`${this.#command} was not there in ${withinMs} ms:\n${this.tail()}`);
      await new Promise((turn) => setTimeout(turn, 20));
    }
  }

  /** The end of what it said, without the tests that passed. */
  tail(): string {
    return this.#output.replaceAll(/^\(pass\).*\n/gm, "").slice(-shownOutput);
  }

  /** Whatever is left of it. */
  async end(): Promise<void> {
    try {
      process.kill(-(this.#child.pid as number), "SIGKILL");
    } catch {
      return; // all gone
    }
    await this.#ended.catch(() => {});
  }

  #tooLate(withinMs: number, what: string): Promise<never> {
    return new Promise((_, reject) => {
      setTimeout(() => reject(new Error(`${this.#command} ${what} in ${withinMs} ms:\n${this.tail()}`)), withinMs).unref();
    });
  }
}

function isCheckout(): boolean {
  try {
    return realpathSync(git("rev-parse", "--show-toplevel").trim()) === realpathSync(root);
  } catch {
    return false;
  }
}

function git(...parameters: string[]): string {
  return execFileSync("git", parameters, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Not what npm or Bun put in front of the PATH for the scripts they run. */
function find(program: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !/node_modules|bun-node/.test(folder));
  const found = folders.map((folder) => join(folder, program)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`There is no ${program} in ${folders.join(delimiter)}`);
  return join(realpathSync(dirname(found)), program);
}
