import { openDatabase } from "../../server/storage/open";
import type { Transaction } from "../../server/storage/port";
import { sql, statement } from "../../server/storage/sql";
import { addAudiences, addPage, clientOf } from "../audiences";
import type { Claim } from "../claim";
import type { Running } from "../processes";
import type { Stage } from "../stage";
import { describeSpread, spread } from "../turns";

/** `ADDRESSES` sets fewer, for a quick look. */
const audiences = Number(process.env.ADDRESSES ?? 100_000);
const atMostSeconds = 5;
/** Garbage piles up until the process is large enough to have it collected; these downloads reach that size. */
const settlingDownloads = 8;
/** By how much later downloads may enlarge the process. */
const growthAllowedMb = 24;
const sampleEveryMs = 50;

/** The list for a mail merge, as a whole. */
export const addressCsv: Claim = {
  name: "address-csv",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine, audiences);
    const pageId = await prepared(stage);
    await stage.settle();
    await using foyer = await stage.startFoyer();
    const downloads = [];
    for (let done = 0; done < settlingDownloads + bench.rounds; done += 1) downloads.push(await download(foyer, pageId));
    const later = downloads.slice(settlingDownloads);
    const taken = spread(later.map(({ seconds }) => seconds));
    const settledMb = highestOf(downloads.slice(0, settlingDownloads));
    const growthMb = highestOf(later) - settledMb;
    const missing = downloads.filter(({ lines }) => lines !== audiences + 1).length;
    return {
      title: `addresses of ${audiences.toLocaleString("en")} audiences as CSV, ${stage.databaseVersion}`,
      toReach: `≤ ${atMostSeconds} s, memory flat`,
      measured: `${describeSpread(taken)} s, ${growthMb > growthAllowedMb ? "GROWING" : "flat"} at ${settledMb.toFixed(0)} MB`,
      reached: taken.median <= atMostSeconds && growthMb <= growthAllowedMb,
      failed: missing,
      floor: "",
      ours: `${(((later[0]?.bytes ?? 0) / 1_048_576 / taken.median) | 0).toString()} MB/s`,
      details: { downloads, growthMb },
    };
  },
};

/** One audience as the API makes it, and a copy of its row and link for every other person: their versions are not looked at. */
async function prepared(stage: Stage): Promise<string> {
  await using foyer = await stage.startFoyer();
  const client = clientOf(foyer);
  const pageId = await addPage(client);
  const [audienceId = ""] = await addAudiences(client, pageId, stage.personIds.slice(0, 1));
  const db = openDatabase({ databaseUrl: stage.databaseUrl, dataFolder: stage.folder });
  const same =
    "status, account_id, number, is_new_page_agent, latest_version_id, published_version_id, versions_made, messages_made";
  const from = sql`FROM persons JOIN first ON first.tenant_id = persons.tenant_id AND first.audience_id = ${audienceId}`;
  const others = sql`WHERE persons.person_id <> ${stage.personIds[0] ?? ""}`;
  const copyId = (prefix: string) => statement(`'${prefix}_' || substr(persons.person_id, length('person_') + 1)`);
  const copy = async (tx: Transaction) => {
    await tx.run(sql`
      WITH first AS (SELECT * FROM audiences)
      INSERT INTO audiences (tenant_id, audience_id, page_id, person_id, created_at, ${statement(same)})
      SELECT persons.tenant_id, ${copyId("audience")}, page_id, persons.person_id, first.created_at, ${statement(same)} ${from} ${others}`);
    await tx.run(sql`
      WITH first AS (SELECT * FROM page_links)
      INSERT INTO page_links (tenant_id, page_link_id, domain_key, path, target_type, audience_id, created_at, updated_at)
      SELECT persons.tenant_id, ${copyId("link")}, domain_key, '/spring/' || slug, target_type, ${copyId("audience")},
        first.created_at, first.updated_at ${from} ${others}`);
  };
  await db.transaction(copy, { isLong: true });
  await db.close();
  return pageId;
}

function highestOf(downloads: readonly Download[]): number {
  return Math.max(...downloads.map(({ highestMb }) => highestMb));
}

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
