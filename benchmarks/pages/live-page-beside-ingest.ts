import type { Socket } from "bun";
import { addAudiences, addPageWithTopics, clientOf, pathsOf } from "../audiences";
import type { Claim } from "../claim";
import { load, writeRequests } from "../load/generate";
import { describeSpread, spread } from "../turns";
import { batchRequests, eventsPerBatch } from "../visits/visits";
import { browserEncodings } from "./live-page";

const eventsPerSecond = 5_000;
const atLeast = 0.8;
const pages = 200;

/** The same live pages from memory, by turns with and without events coming in. */
export const livePageBesideIngest: Claim = {
  name: "live-page-beside-ingest",
  engines: ["sqlite"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const paths = await pathsOf(
      client,
      await addAudiences(client, await addPageWithTopics(client), stage.personIds.slice(0, pages)),
    );
    const batches = await batchRequests(stage, foyer);
    const requests = writeRequests(
      stage.folder,
      "pages",
      paths.map((path) => `GET ${path}`),
    );
    const target = { ...foyer.pages, acceptEncoding: browserEncodings.br };
    await load(target, requests, 2);
    await stage.untilIdle();
    const alone: number[] = [];
    const beside: number[] = [];
    let failed = 0;
    let sent = 0;
    for (let round = 0; round < bench.rounds; round += 1) {
      const quiet = await load(target, requests, bench.seconds);
      const events = await sendSteadily(foyer.pages.origin, batches, () => (sent += 1));
      const busy = await load(target, requests, bench.seconds);
      failed += quiet.failed + busy.failed + (await events.stop());
      alone.push(quiet.requests / quiet.seconds);
      beside.push(busy.requests / busy.seconds);
    }
    const ratio = spread(beside.map((perSecond, index) => perSecond / (alone[index] as number)));
    const rate = (sent * eventsPerBatch) / (bench.rounds * bench.seconds);
    return {
      title: `live page from memory while ${Math.round(rate).toLocaleString("en")} events/s come in, ${stage.databaseVersion}`,
      toReach: `≥ ${atLeast} of the same without them`,
      measured: describeSpread(ratio),
      reached: ratio.median >= atLeast,
      failed,
      floor: `${Math.round(spread(alone).median).toLocaleString("en")}/s alone`,
      ours: `${Math.round(spread(beside).median).toLocaleString("en")}/s`,
      details: { ratio, alone, beside, rate },
    };
  },
};

let opened = 0;
const connections = 64;
/** Seldom enough that looking at the clock takes nothing. */
const everyMs = 4;

/**
 * At their own pace, however long an answer takes. Over bare sockets: `fetch` would take a fifth of a processor, which the server
 * and who asks for pages need themselves.
 */
async function sendSteadily(origin: string, lines: readonly string[], done: () => void) {
  const { hostname, port, host } = new URL(origin);
  let failed = 0;
  const data = (socket: Socket, bytes: Buffer) => {
    done();
    if (!bytes.toString("latin1", 0, 12).startsWith("HTTP/1.1 2")) failed += 1;
    idle.push(socket);
  };
  const open = () => Bun.connect({ hostname, port: Number(port), socket: { data } });
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  const idle: Socket[] = [...sockets];
  const intervalMs = (1_000 * eventsPerBatch) / eventsPerSecond;
  const requests = lines.map((line) => {
    const [, path, body = ""] = /^POST (\S+) (.*)$/.exec(line) ?? [];
    return {
      head: `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: text/plain\r\nContent-Length: `,
      parts: body.split("{n}"),
    };
  });
  let dueAt = performance.now();
  const timer = setInterval(() => {
    for (; dueAt <= performance.now() && idle.length > 0; dueAt += intervalMs) {
      const { head, parts } = requests[opened % requests.length] as (typeof requests)[number];
      opened += 1;
      // Every character is of one byte.
      const text = parts.join(String(opened));
      idle.pop()?.write(`${head}${text.length}\r\n\r\n${text}`);
    }
  }, everyMs);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      for (let waitedMs = 0; idle.length < connections && waitedMs < 5_000; waitedMs += 10) await Bun.sleep(10);
      for (const socket of sockets) socket.end();
      return failed + connections - idle.length;
    },
  };
}
