import { createClient } from "../../client";
import { openDatabase } from "../../server/storage/open";
import { createTenant } from "../../tests/support/service/tenants";
import type { Claim } from "../claim";
import { lightLoad } from "../load/light";
import { describeSpread, spread } from "../turns";

const withinMs = 1_000;
const tenants = 10;
const readersPerTenant = 100;
const atMost = 1.5;
/** Each kind of read comes 100 times in a second. */
const kindsOfReads = 5;
/** From one event of every tenant to the next. Other requests are measured in all of it. */
const waveMs = 250;
const patienceMs = 10_000;

/** How long until a thousand streams have an event, and how long others wait meanwhile, in turns with the same events and no streams. */
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
    const clients = keys.map((apiKey) => createClient({ url: foyer.origin, apiKey }));
    const reads = Array<string[]>(kindsOfReads).fill(stage.personIds.map((id) => `/v0/persons/${id}`));
    const spans: number[] = [];
    let failed = 0;

    async function p99(seconds: number, readers?: Readers): Promise<number> {
      const latenciesMs: number[] = [];
      for (let leftMs = seconds * 1_000; leftMs > 0; leftMs -= waveMs) {
        const others = lightLoad(foyer, reads);
        const at = Date.now();
        const created = clients.map((client) => client.createTopic({ body: { title: "T" } }));
        const [receivedAt] = await Promise.all([readers?.haveEvent(), Bun.sleep(waveMs), ...created]);
        if (receivedAt !== undefined) spans.push(receivedAt - at);
        const answers = await others.stop();
        latenciesMs.push(...answers.latenciesMs);
        failed += answers.failed;
      }
      return latenciesMs.sort((one, other) => one - other)[Math.floor(latenciesMs.length * 0.99)] as number;
    }

    await p99(1);
    const alone: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      alone.push(await p99(bench.seconds));
      await using readers = await openStreams(foyer.origin, keys);
      beside.push(await p99(bench.seconds, readers));
    }
    const slowestMs = Math.max(...spans);
    const ratio = spread(beside.map((ms, index) => ms / (alone[index] as number)));
    return {
      title: `${tenants * readersPerTenant} readers of the stream, one event, ${stage.databaseVersion}`,
      toReach: `all within ${withinMs} ms, p99 of others meanwhile ≤ ${atMost} times`,
      measured: `slowest wave ${slowestMs.toFixed(0)} ms (median ${spread(spans).median.toFixed(0)}), ${describeSpread(ratio)}`,
      reached: slowestMs <= withinMs && ratio.median <= atMost,
      failed,
      floor: `p99 ${spread(alone).median.toFixed(1)} ms without streams`,
      ours: `p99 ${spread(beside).median.toFixed(1)} ms`,
      details: { spans, ratio, alone, beside },
    };
  },
};

interface Readers extends AsyncDisposable {
  /** Unix milliseconds at which the last of them had the event; infinity if one never had it. */
  haveEvent(): Promise<number>;
}

/** All streams, read by a process of its own: reading them must not delay the requests that are measured. */
async function openStreams(origin: string, keys: readonly string[]): Promise<Readers> {
  const child = Bun.spawn([process.execPath, "-e", code(origin, keys)], { stdout: "pipe", stderr: "inherit" });
  const output = child.stdout.getReader();
  const nextLine = async () => {
    const { value } = await output.read();
    if (!value) throw new Error("The streams could not be opened, or have ended");
    return new TextDecoder().decode(value).trim();
  };
  await nextLine();
  return {
    async haveEvent() {
      const tooLate = Bun.sleep(patienceMs).then(() => Number.POSITIVE_INFINITY);
      return Promise.race([nextLine().then(Number), tooLate]);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

// Plain sockets: Bun's fetch has no more than 256 requests open.
const code = (origin: string, keys: readonly string[]) => `
const { connect } = require("node:net");
const { hostname, port, host } = new URL(${JSON.stringify(origin)});
let received = 0;
const open = (key) => new Promise((opened) => {
  const socket = connect(Number(port), hostname);
  socket.on("error", () => process.exit(1));
  socket.on("data", (piece) => {
    const text = piece.toString("latin1");
    if (text.startsWith("HTTP/1.1 ") && !text.startsWith("HTTP/1.1 200")) process.exit(1);
    opened();
    if (text.includes("data: ") && (received += 1) % ${tenants * readersPerTenant} === 0) console.log(Date.now());
  });
  socket.write("GET /v0/events/stream HTTP/1.1\\r\\nhost: " + host + "\\r\\nx-api-key: " + key + "\\r\\n\\r\\n");
});
for (const key of ${JSON.stringify(keys)}) await Promise.all(Array.from({ length: ${readersPerTenant} }, () => open(key)));
console.log("open");`;
