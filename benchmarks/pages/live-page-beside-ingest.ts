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
    const alone: number[] = [];
    const beside: number[] = [];
    let failed = 0;
    let sent = 0;
    for (let round = 0; round < bench.rounds; round += 1) {
      const quiet = await load(target, requests, bench.seconds);
      const events = sendSteadily(foyer.pages.origin, batches, () => (sent += 1));
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

/** At their own pace, however long an answer takes. */
function sendSteadily(origin: string, lines: readonly string[], done: () => void) {
  const intervalMs = (1_000 * eventsPerBatch) / eventsPerSecond;
  const inFlight = new Set<Promise<void>>();
  let failed = 0;
  let dueAt = performance.now();
  const timer = setInterval(() => {
    for (; dueAt <= performance.now(); dueAt += intervalMs) {
      const [, path, body] = /^POST (\S+) (.*)$/.exec(lines[opened % lines.length] as string) as unknown as [
        string,
        string,
        string,
      ];
      const text = body.replaceAll("{n}", String((opened += 1)));
      const answered = fetch(origin + path, { method: "POST", body: text }).then(
        (response) => {
          done();
          if (!response.ok) failed += 1;
        },
        () => {
          failed += 1;
        },
      );
      inFlight.add(answered.finally(() => inFlight.delete(answered)));
    }
  }, 1);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      await Promise.all(inFlight);
      return failed;
    },
  };
}
