import { addAudiences, addPage, clientOf } from "../audiences";
import type { Claim } from "../claim";
import type { Running } from "../processes";
import { describeSpread, spread } from "../turns";

/** `ADDRESSES` sets fewer, for a quick look. */
const audiences = Number(process.env.ADDRESSES ?? 100_000);
const atMostSeconds = 5;
/** Above what the service has after the first download, whose heap is as large as any later one's. */
const growthAllowedMb = 24;
const sampleEveryMs = 50;

/** The list for a mail merge, as a whole. */
export const addressCsv: Claim = {
  name: "address-csv",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine, audiences);
    await using foyer = await stage.startFoyer();
    const client = clientOf(foyer);
    const pageId = await addPage(client);
    await addAudiences(client, pageId, stage.personIds);
    await stage.settle();
    const downloads = [];
    for (let round = 0; round <= bench.rounds; round += 1) downloads.push(await download(foyer, pageId));
    const [first, ...rest] = downloads as [Download, ...Download[]];
    const taken = spread(rest.map(({ seconds }) => seconds));
    const growthMb = Math.max(...rest.map(({ highestMb }) => highestMb)) - first.highestMb;
    const missing = downloads.filter(({ lines }) => lines !== audiences + 1).length;
    return {
      title: `addresses of ${audiences.toLocaleString("en")} audiences as CSV, ${stage.databaseVersion}`,
      toReach: `≤ ${atMostSeconds} s, memory flat`,
      measured: `${describeSpread(taken)} s, ${growthMb > growthAllowedMb ? "GROWING" : "flat"} at ${first.highestMb.toFixed(0)} MB`,
      reached: taken.median <= atMostSeconds && growthMb <= growthAllowedMb,
      failed: missing,
      floor: "",
      ours: `${((first.bytes / 1_048_576 / taken.median) | 0).toString()} MB/s`,
      details: { downloads, growthMb },
    };
  },
};

interface Download {
  seconds: number;
  lines: number;
  bytes: number;
  highestMb: number;
}

async function download({ origin, apiKey = "", residentMb }: Running, pageId: string): Promise<Download> {
  let highestMb = residentMb();
  const sampling = setInterval(() => {
    highestMb = Math.max(highestMb, residentMb());
  }, sampleEveryMs);
  const started = performance.now();
  const response = await fetch(`${origin}/v0/pages/${pageId}/audience_links`, {
    headers: { "x-api-key": apiKey, accept: "text/csv" },
  });
  let [bytes, lines] = [0, 0];
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 10) lines += 1;
  }
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(sampling);
  return { seconds, lines, bytes, highestMb: Math.max(highestMb, residentMb()) };
}
