import { join } from "node:path";
import type { Subprocess } from "bun";
import { runtimeOptions } from "../../../server/startup/runtime-options";
import { Api } from "./api";

const root = join(import.meta.dir, "../../..");
const startPatienceMs = 20_000;
const pollMs = 10;

export type Environment = Record<string, string>;

/** What a process said and how it ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** With `await using` it is gone at the end of the test, whatever the test's outcome. */
export interface ServerProcess extends AsyncDisposable {
  pid: number;
  origin: string;
  pagesOrigin: string;
  /** With the key it printed, or the one it was given. */
  api: Api;
  /** All it wrote to its standard output so far. */
  output(): string;
  /** SIGTERM, as a process manager sends it. */
  stop(): Promise<Ended>;
  /** SIGKILL. */
  kill(): Promise<Ended>;
  ended: Promise<Ended>;
}

/** The real server as a child process, ready to answer; `key` when its database already has one. */
export async function spawnServer(environment: Environment, key?: string): Promise<ServerProcess> {
  const running = launchServer(environment);
  const patientUntil = performance.now() + startPatienceMs;
  const giveUp = async (why: string): Promise<never> => {
    running.child.kill("SIGKILL");
    const { stdout, stderr } = await running.ended;
    throw new Error(`The server ${why}:\n${stdout}\n${stderr}`);
  };
  for (;;) {
    if (running.child.exitCode !== null) await giveUp("ended");
    if (performance.now() > patientUntil) await giveUp("did not become ready");
    const origin = originIn(running.output());
    const known = key ?? environment.FOYER_API_KEY ?? keyIn(running.output());
    if (origin !== undefined && known !== undefined && (await isReady(origin))) return ready(running, origin, known);
    await Bun.sleep(pollMs);
  }
}

/** The real server as a child process, not waited for. */
export function launchServer(environment: Environment) {
  return run([process.execPath, "server/main.ts"], environment);
}

/** A server that is expected to refuse to start. */
export function runServer(environment: Environment, ...flags: string[]): Promise<Ended> {
  return run([process.execPath, "server/main.ts", ...flags], environment).ended;
}

/** Another program of ours, which is expected to end. */
export function runProgram(file: string, environment: Environment, ...words: string[]): Promise<Ended> {
  return run([process.execPath, file, ...words], environment).ended;
}

/** A few lines of TypeScript as a process of their own, with the project's root as its folder. */
export function spawnScript(code: string, environment: Environment = {}) {
  return run([process.execPath, "-e", code], environment);
}

interface Running extends AsyncDisposable {
  child: Subprocess<"ignore", "pipe", "pipe">;
  output(): string;
  ended: Promise<Ended>;
}

/** Nothing of the caller's own environment but what a program needs to be found. */
function run(command: string[], environment: Environment): Running {
  const child = Bun.spawn(command, {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      PORT: "0",
      PAGES_PORT: "0",
      ...runtimeOptions,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  const collected = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) stdout += decoder.decode(chunk, { stream: true });
  })();
  const ended = Promise.all([child.exited, new Response(child.stderr).text(), collected]).then(([code, stderr]) => ({
    code,
    stdout,
    stderr,
  }));
  const dispose = async () => {
    if (child.exitCode === null) child.kill("SIGKILL");
    await ended;
  };
  return { child, output: () => stdout, ended, [Symbol.asyncDispose]: dispose };
}

function ready(running: Running, origin: string, key: string): ServerProcess {
  const { child, output, ended } = running;
  const end = (signal: NodeJS.Signals) => () => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid,
    origin,
    pagesOrigin: pagesOriginIn(output()),
    api: new Api(origin, key),
    output,
    stop: end("SIGTERM"),
    kill: end("SIGKILL"),
    ended,
    [Symbol.asyncDispose]: running[Symbol.asyncDispose],
  };
}

function originIn(output: string): string | undefined {
  return /"message":"listening","url":"([^"]+)"/.exec(output)?.[1];
}

function pagesOriginIn(output: string): string {
  return `http://127.0.0.1:${/"pagesPort":(\d+)/.exec(output)?.[1]}`;
}

/** The first key, as it is printed at the first start. */
export function keyIn(output: string): string | undefined {
  return /foyer_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}/.exec(output)?.[0];
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}
