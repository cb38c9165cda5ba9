import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const usualConnections = 64;
const requestsPerBurst = 10_000_000;

export interface Target {
  origin: string;
  /** Sent as `x-api-key`; the floor asks for none. */
  apiKey?: string;
  acceptEncoding?: string;
  /** Of bodies; JSON unless said. */
  contentType?: string;
  connections?: number;
}

export interface Burst {
  requests: number;
  seconds: number;
  /** Refused, cut, timed out, or answered with 400 and above. */
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

const wrk = Bun.which("wrk");

export const generator = `${wrk ? "wrk, 1 thread" : "the Bun generator"}, ${usualConnections} connections`;

/** Lines are `METHOD PATH [BODY]`, drawn at random; `{n}` in a body becomes a number that no other request has. */
export function writeRequests(folder: string, name: string, lines: string[]): string {
  const file = join(folder, `${name}.requests`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

let bursts = 0;

/** Keeps all connections busy for so many seconds, from a process of its own. */
export async function load(target: Target, requests: string, seconds: number): Promise<Burst> {
  bursts += 1;
  const { apiKey = "", acceptEncoding = "", contentType = "application/json", connections = usualConnections } = target;
  const scriptArguments = [requests, String(bursts * requestsPerBurst), apiKey, acceptEncoding, contentType];
  const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  const command = wrk
    ? [wrk, "-t1", `-c${connections}`, `-d${seconds}s`, "-s", here("wrk.lua"), target.origin, "--", ...scriptArguments]
    : [process.execPath, here("bun.ts"), target.origin, String(connections), String(seconds), ...scriptArguments];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  const output = await new Response(child.stdout).text();
  const summary = /^\{.*\}$/m.exec(output)?.[0];
  if ((await child.exited) !== 0 || !summary) throw new Error(`The load generator failed:\n${output}`);
  return JSON.parse(summary) as Burst;
}
