import { connect, type Socket } from "node:net";
import { createClient } from "../../client";
import { openDatabase } from "../../server/storage/open";
import { createTenant } from "../../tests/support/service/tenants";
import { clientOf } from "../audiences";
import type { Claim } from "../claim";
import { spread } from "../turns";

const withinMs = 1_000;
const tenants = 10;
const readersPerTenant = 100;
const atMost = 1.5;
const reads = 400;

/** A thousand open streams: how long until all have an event, and what it does to other requests. */
export const eventStream: Claim = {
  name: "event-stream",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine);
    await using foyer = await stage.startFoyer();
    const db = openDatabase({ databaseUrl: stage.databaseUrl, dataFolder: stage.folder });
    const keys: string[] = [];
    for (let index = 0; index < tenants; index += 1) {
      keys.push((await createTenant({ db, origin: foyer.origin }, `stream ${index} ${Date.now()}`)).api.key);
    }
    await db.close();
    const client = clientOf(foyer);
    const p99 = async () => {
      const takenMs: number[] = [];
      for (let count = 0; count < reads; count += 1) {
        const at = performance.now();
        await client.getPerson({ params: { person_id: stage.personIds[0] as string } });
        takenMs.push(performance.now() - at);
      }
      return takenMs.sort((one, other) => one - other)[Math.floor(reads * 0.99)] as number;
    };
    await p99();
    const alone = await p99();
    const sockets: Socket[] = [];
    const received: number[] = [];
    const { hostname, port } = new URL(foyer.origin);
    // Plain sockets: Bun's fetch has no more than 256 requests open.
    const open = (key: string) =>
      new Promise<void>((opened, failed) => {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        socket.on("error", failed);
        socket.on("data", (piece) => {
          opened();
          if (piece.includes("data: ")) received.push(performance.now());
        });
        socket.write(`GET /v0/events/stream HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-api-key: ${key}\r\n\r\n`);
      });
    for (const key of keys) await Promise.all(Array.from({ length: readersPerTenant }, () => open(key)));
    const beside = await p99();
    const spans: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      received.length = 0;
      const at = performance.now();
      await Promise.all(
        keys.map((key) => createClient({ url: foyer.origin, apiKey: key }).createTopic({ body: { title: "T" } })),
      );
      while (received.length < tenants * readersPerTenant && performance.now() - at < 10_000) await Bun.sleep(5);
      spans.push(received.length < tenants * readersPerTenant ? Number.POSITIVE_INFINITY : Math.max(...received) - at);
    }
    for (const socket of sockets) socket.destroy();
    const span = spread(spans);
    return {
      title: `${tenants * readersPerTenant} readers of the stream, one event, ${stage.databaseVersion}`,
      toReach: `all within ${withinMs} ms, p99 of others ≤ ${atMost} times`,
      measured: `${span.median.toFixed(0)} ms, ${(beside / alone).toFixed(2)}`,
      reached: span.median <= withinMs && beside / alone <= atMost,
      failed: 0,
      floor: "",
      ours: `p99 ${beside.toFixed(1)} ms`,
      details: { spans, alone, beside },
    };
  },
};
