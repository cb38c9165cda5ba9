import { lookup } from "node:dns/promises";
import type { App } from "../api/app";
import type { Arrivals } from "../event-loop/arrivals";
import type { VisitorApp } from "../visitors/app";

const idleTimeoutSeconds = 30;
const idlePollMs = 10;

export type Fetch = App | VisitorApp["answer"];
export type Listener = ReturnType<typeof listen>;

export interface ListenerOptions {
  host: string;
  port: number;
  /** The setting of the port. */
  setting: "PORT" | "PAGES_PORT";
  maxBodyBytes: number;
}

export function listen({ host, port, maxBodyBytes }: ListenerOptions, fetch: Fetch) {
  return Bun.serve({
    hostname: host,
    port,
    // Otherwise a second Foyer could listen on the same port, and each would get some of the requests.
    reusePort: false,
    idleTimeout: idleTimeoutSeconds,
    maxRequestBodySize: maxBodyBytes,
    development: false,
    fetch,
  });
}

/** Why nothing can listen at this host, and what to do. The runtime takes a name without an address for a port that is taken. */
export async function refusedHost(host: string): Promise<string | undefined> {
  const hasAddress = await lookup(host).then(
    () => true,
    () => false,
  );
  return hasAddress ? undefined : `HOST=${host} has no address. Set HOST to an address of this machine.`;
}

/** Why `listen` failed, and what to do. */
export function refusedPort(error: unknown, { host, port, setting }: ListenerOptions): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return `can't listen on ${host}:${port}. ${adviceFor(code, setting)}.`;
}

function adviceFor(code: unknown, setting: string): string {
  if (code === "EADDRINUSE") return `Something else is listening there: set ${setting} to another port`;
  if (code === "EACCES") return `This user may not take this port: set ${setting} to one from 1024`;
  return "Set HOST to an address of this machine";
}

/** A host for a browser: "all addresses" is not one. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Begins requests in turns of the event loop that other work shares. */
export function throughArrivals(arrivals: Arrivals, fetch: Fetch): Fetch {
  return (request, server) => {
    const turn = arrivals.next();
    return turn ? turn.then(() => fetch(request, server)) : fetch(request, server);
  };
}

/** Answers as before and closes the connection after it. */
export function lastAnswer(fetch: Fetch): Fetch {
  return async (request, server) => {
    const response = await fetch(request, server);
    response.headers.set("connection", "close");
    return response;
  };
}

/** Waits until every request in flight is answered, no longer than this. */
export async function untilIdle(listener: { pendingRequests: number }, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  while (listener.pendingRequests > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, idlePollMs));
  }
}
