import { connect } from "node:net";
import type { Random } from "../random";
import { campaignKey } from "../server-process";
import type { LoadStatistics } from "./statistics";

const cutAfterMs = 5;

export interface Asked {
  method?: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown;
  /** Null is none at all. */
  key?: string | null;
  idempotencyKey?: string;
  /** Those that are right. */
  status: readonly number[];
}

/** Sends requests, times them, and counts whatever nobody expected. */
export class Caller {
  constructor(
    readonly origin: string,
    readonly random: Random,
    readonly statistics: LoadStatistics,
  ) {}

  /** The record that was written; undefined for a read, a refusal, or what went wrong. */
  async ask(what: string, path: string, asked: Asked): Promise<Record<string, unknown> | undefined> {
    const { method = "GET", body, status } = asked;
    const started = performance.now();
    try {
      const response = await fetch(this.origin + path, {
        method,
        headers: headersOf(asked),
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      this.statistics.answered(response.status, performance.now() - started);
      if (status.includes(response.status)) return response.status < 300 && method !== "GET" ? JSON.parse(text) : undefined;
      this.statistics.unexpected(`${what}: ${response.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 80)}`);
    } catch (error) {
      this.statistics.unexpected(`${what}: no answer, ${error instanceof Error ? error.message : error}`);
    }
    return undefined;
  }

  /** Given up on while it is being answered. */
  async abort(path: string): Promise<void> {
    const signal = AbortSignal.timeout(this.random.below(cutAfterMs));
    try {
      await (await fetch(this.origin + path, { headers: { "x-api-key": campaignKey }, signal })).arrayBuffer();
    } catch {
      this.statistics.cutConnection();
    }
  }

  /** The connection goes in the middle of a request's head or body. */
  cut(path: string): Promise<void> {
    const { hostname, port } = new URL(this.origin);
    const request = [
      `POST ${path} HTTP/1.1`,
      `host: ${hostname}`,
      `x-api-key: ${campaignKey}`,
      "content-type: application/json",
      "content-length: 500",
      "",
      `{"name":"Nobody`,
    ].join("\r\n");
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(request.slice(0, 1 + this.random.below(request.length)));
        setTimeout(() => socket.destroy(), this.random.below(cutAfterMs));
      });
      socket.on("error", () => {});
      socket.once("close", () => {
        this.statistics.cutConnection();
        resolve();
      });
    });
  }
}

function headersOf({ body, key = campaignKey, idempotencyKey }: Asked): Record<string, string> {
  return {
    ...(key !== null && { "x-api-key": key }),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
}
