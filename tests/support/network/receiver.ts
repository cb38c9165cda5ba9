import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { OutgoingRules } from "../../../server/outgoing/outgoing-rules";
import { parseRange } from "../../../server/outgoing/public-address";
import { until } from "../service/jobs";
import type { Certificate } from "./tls";

/** What an operator sets whose receivers are on this machine. */
export const localReceivers: OutgoingRules = {
  http: true,
  ports: "any",
  networks: [parseRange("127.0.0.0/8") as NonNullable<ReturnType<typeof parseRange>>],
};

export interface Delivered {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}

export type Answering = (delivered: Delivered, response: ServerResponse, request: IncomingMessage) => void;

interface Options {
  /** An address of the loopback. */
  host?: string;
  /** Default: any that is free. */
  port?: number;
  /** It speaks TLS, under the certificate's name. */
  certificate?: Certificate;
}

/** A receiver of webhooks on the loopback. */
export class Receiver {
  readonly delivered: Delivered[] = [];
  /** Connections so far, also those that nothing was sent on. */
  connections = 0;
  answering: Answering = (_, response) => response.end("ok");

  private constructor(
    readonly server: Server,
    readonly origin: string,
  ) {}

  static async start({ host = "127.0.0.1", port = 0, certificate }: Options = {}): Promise<Receiver> {
    const server = certificate ? createTlsServer(certificate) : createServer();
    await new Promise<void>((ready) => server.listen(port, host, ready));
    const origin = certificate ? `https://${certificate.name}` : `http://${host}`;
    const receiver = new Receiver(server, `${origin}:${(server.address() as AddressInfo).port}`);
    server.on("connection", () => {
      receiver.connections += 1;
    });
    server.on("request", (request, response) => {
      let body = "";
      request.setEncoding("utf8");
      request.on("data", (piece) => {
        body += piece;
      });
      request.on("end", () => {
        const headers = request.headers as Record<string, string>;
        const delivered = { method: request.method ?? "", path: request.url ?? "", headers, body, at: Date.now() };
        receiver.delivered.push(delivered);
        receiver.answering(delivered, response, request);
      });
    });
    return receiver;
  }

  get url(): string {
    return `${this.origin}/hook`;
  }

  /** Resolved once so many have come. */
  async has(count: number, withinMs?: number): Promise<Delivered[]> {
    await until(() => this.delivered.length >= count, withinMs);
    return this.delivered;
  }

  answer(status: number, headers: Record<string, string> = {}, text = ""): void {
    this.answering = (_, response) => response.writeHead(status, headers).end(text);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
