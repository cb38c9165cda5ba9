import { Database as SqliteFile } from "bun:sqlite";
import { join } from "node:path";
import { queryWords } from "../../server/search/text";
import { openDatabase } from "../../server/storage/open";
import type { Claim } from "../claim";
import type { Running } from "../processes";
import { type Spread, spread } from "../turns";
import { searches, trashAssets } from "./trash";

const assets = 100_000;
const atMostMs = 20;
const callsPerRound = 400;
/** The stage has persons too; here they are only in the way. */
const fewPersons = 100;

/** One search at a time, over HTTP, exact count and first page; the floor reads through every text with LIKE to count. */
export const trashSearch: Claim = {
  name: "trash-search",
  engines: ["sqlite"],
  async measure(bench, engine) {
    const stage = await bench.stage(engine, fewPersons);
    const db = openDatabase({ databaseUrl: undefined, dataFolder: stage.folder });
    await trashAssets(db, stage.folder, assets);
    await db.close();
    await using foyer = await stage.startFoyer();
    const floor = new SqliteFile(join(stage.folder, "foyer.db"), { readonly: true });
    const byQuery = new Map<string, number[]>();
    const scans: number[] = [];
    let failed = 0;
    const cpuBefore = foyer.cpuSeconds();
    for (let round = 0; round < bench.rounds; round += 1) {
      for (let call = 0; call < callsPerRound; call += 1) {
        const query = searches[call % searches.length] as string;
        const { ms, ok } = await search(foyer, query);
        byQuery.set(query, [...(byQuery.get(query) ?? []), ms]);
        if (!ok) failed += 1;
      }
      scans.push(...searches.map((query) => scan(floor, query)));
    }
    const cpuAfter = foyer.cpuSeconds();
    floor.close();
    const all = [...byQuery.values()].flat();
    const p99 = percentile(all, 0.99);
    const cpuMs = cpuBefore === undefined || cpuAfter === undefined ? undefined : ((cpuAfter - cpuBefore) * 1_000) / all.length;
    return {
      title: `search in a trash of ${assets.toLocaleString("en")} assets, ${stage.databaseVersion}`,
      toReach: `p99 ≤ ${atMostMs} ms`,
      measured: `p99 ${p99.toFixed(1)} ms, slowest ${Math.max(...all).toFixed(1)} ms`,
      reached: p99 <= atMostMs,
      failed,
      floor: describe(scans),
      ours: describe(all) + (cpuMs === undefined ? "" : `, ${cpuMs.toFixed(1)} ms cpu`),
      details: {
        p99,
        cpuMs,
        byQuery: Object.fromEntries([...byQuery].map(([query, times]): [string, Spread] => [query, spread(times)])),
      },
    };
  },
};

async function search({ origin, apiKey }: Running, query: string): Promise<{ ms: number; ok: boolean }> {
  const started = performance.now();
  const response = await fetch(`${origin}/v0/assets/trash?${query}`, { headers: { "x-api-key": apiKey ?? "" } });
  const body = (await response.json()) as { totalCount?: number };
  return { ms: performance.now() - started, ok: response.ok && body.totalCount !== undefined };
}

function scan(file: SqliteFile, query: string): number {
  const patterns = queryWords(new URLSearchParams(query).get("query") ?? "").map((word) => `%${word}%`);
  const conditions = patterns.map(() => " AND text LIKE ?").join("");
  const started = performance.now();
  file
    .query(
      `SELECT count(*) FROM search_records WHERE tenant_id = (SELECT tenant_id FROM tenants) AND kind = 'trash'${conditions}`,
    )
    .get(...patterns);
  return performance.now() - started;
}

function percentile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] as number;
}

function describe(times: number[]): string {
  return `median ${spread(times).median.toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`;
}
