import { expect } from "bun:test";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = { status: number; body: string; headers: Record<string, string> };
export type Fault = "close before" | "close after" | "hang" | Answer;

/** A network between client and service: each request meets the next fault, and goes through when none is left. */
export class Network {
  faults: Fault[] = [];
  readonly seen: { url: string; headers: IncomingMessage["headers"] }[] = [];

  private constructor(
    readonly server: Server,
    readonly origin: string,
  ) {}

  static async before(service: string): Promise<Network> {
    const server = createServer((request, response) => network.pass(service, request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const network = new Network(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return network;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(service: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.shift();
    this.seen.push({ url: request.url as string, headers: request.headers });
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    if (fault === "hang") return;
    if (fault === "close before") return void request.socket.destroy();
    if (typeof fault === "object") return void response.writeHead(fault.status, fault.headers).end(fault.body);
    const headers = Object.entries(request.headers).filter(([name]) => name !== "host" && name !== "connection");
    const answered = await fetch(service + request.url, {
      method: request.method as string,
      headers: headers as [string, string][],
      ...(body.length > 0 && { body }),
    });
    const text = await answered.text();
    if (fault === "close after") return void request.socket.destroy();
    response.writeHead(answered.status, { "content-type": answered.headers.get("content-type") ?? "" }).end(text);
  }
}

export function answer(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, body, headers };
}

export function problem(code: string, status: number): string {
  return JSON.stringify({ type: "about:blank", title: code, status, detail: code, code, requestId: "request_1" });
}

export function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.unreachable(`not refused: ${JSON.stringify(value)}`),
    (error) => error,
  );
}
