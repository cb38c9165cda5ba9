import type { App } from "../api/app";
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

/** Answers as before and closes the connection after it. */
export function lastAnswer(fetch: Fetch): Fetch {
  return async (request, server) => {
    const response = await fetch(request, server);
    response.headers.set("connection", "close");
    return response;
  };
}

/** Waits until every request in flight is answered, no longer than this. */
export async function idle(listener: { pendingRequests: number }, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  while (listener.pendingRequests > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, idlePollMs));
  }
}
