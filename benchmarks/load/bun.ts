import { readFileSync } from "node:fs";
import { browserAgent } from "./browser-agent";
import type { Burst } from "./generate";

/** Where wrk is not installed: the same load from plain sockets, one request at a time on each. */
const given = process.argv.slice(2) as [string, ...string[]];
const [origin, connections, seconds, file, startNumber, apiKey, acceptEncoding, contentType] = given;
const { hostname, port, host } = new URL(origin);
const drawn = readFileSync(file as string, "utf8")
  .trimEnd()
  .split("\n")
  .map(toRequest);
const graceMs = 1_000;
const headEnd = Buffer.from("\r\n\r\n");

let number = Number(startNumber);
let failed = 0;
const latencies: number[] = [];
const startedAt = performance.now();
const until = startedAt + Number(seconds) * 1_000;
const all = Promise.all(Array.from({ length: Number(connections) }, keepBusy));
await Promise.race([all, Bun.sleep(Number(seconds) * 1_000 + graceMs)]);

latencies.sort((a, b) => a - b);
const percentile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
const burst: Burst = {
  requests: latencies.length,
  seconds: (performance.now() - startedAt) / 1_000,
  failed,
  p50Ms: percentile(0.5),
  p99Ms: percentile(0.99),
};
console.log(JSON.stringify(burst));
process.exit(0);

function keepBusy(): Promise<void> {
  return new Promise((done) => {
    let sentAt = 0;
    let received: Buffer = Buffer.alloc(0);
    const send = (socket: Bun.Socket): void => {
      if (performance.now() >= until) return void socket.end();
      sentAt = performance.now();
      const text = (drawn[Math.floor(Math.random() * drawn.length)] as () => string)();
      if (socket.write(text) !== Buffer.byteLength(text)) throw new Error("A request did not fit the socket's buffer");
    };
    const lost = () => {
      failed += 1;
      done();
    };
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: send,
        data(socket, chunk) {
          received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
          const status = completeStatus(received);
          if (status === undefined) return;
          received = Buffer.alloc(0);
          latencies.push(performance.now() - sentAt);
          if (status >= 400) failed += 1;
          send(socket);
        },
        close: () => (performance.now() >= until ? done() : lost()),
        error: lost,
      },
    }).catch(lost);
  });
}

/** The status once the whole answer is there; every server measured here sends `content-length`, but with 204. */
function completeStatus(received: Buffer): number | undefined {
  const end = received.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = received.toString("latin1", 0, end);
  const length = head.startsWith("204", 9) ? "0" : /^content-length: (\d+)/im.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer without content-length:\n${head}`);
  return received.length >= end + headEnd.length + Number(length) ? Number(head.slice(9, 12)) : undefined;
}

function toRequest(line: string): () => string {
  const [, method, path, body] = /^(\S+) (\S+) ?(.*)$/.exec(line) as unknown as [string, string, string, string];
  const key = apiKey ? `x-api-key: ${apiKey}\r\n` : "";
  const accepted = acceptEncoding ? `accept-encoding: ${acceptEncoding}\r\n` : "";
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nuser-agent: ${browserAgent}\r\n${key}${accepted}`;
  if (body === "") return () => `${head}\r\n`;
  return () => {
    number += 1;
    const text = body.replaceAll("{n}", String(number));
    return `${head}content-type: ${contentType}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
}
