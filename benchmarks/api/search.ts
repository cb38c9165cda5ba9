import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reading } from "../../server/context";
import { createIds } from "../../server/records/ids";
import { addOwnRows } from "../../server/search/add-own-rows";
import { addSome } from "../../server/search/add-to-blocks";
import { indexRecords } from "../../server/search/records";
import { searchedRows } from "../../server/search/search";
import { queryWords, searchableText } from "../../server/search/text";
import { migrate } from "../../server/storage/migrate";
import { openDatabase } from "../../server/storage/open";
import type { Database } from "../../server/storage/port";
import { PostgresServer } from "../../tests/support/database/postgres";
import type { Claim } from "../claim";
import { siteIn } from "../site";
import { settlePostgres } from "../stage";
import { spread } from "../turns";
import { drawPerson } from "./persons";

/** `SEARCHED` sets fewer, for a quick look. */
const persons = Number(process.env.SEARCHED ?? 1_000_000);
const fewPersons = 1_000;
const personsPerTransaction = 1_000;
const atMostMs = 20;
const rowsOfPage = 51;
/** Not counted: a service that has been running for a minute has compiled its code. */
const warmUpRounds = 20;

/** Words and parts of words that nearly all, many, few and none have, alone and together. */
const queries =
  "a|an|la|x|com|company|grace|hopper|grac|opper|pany-77|77777|grace.hopper|grace hopper|ada lovelace 1234|chen 99 example|zoe|nobody|zzz qqq".split(
    "|",
  );

/** A page and the exact count up to 10,000 among a million persons of one tenant, and among a thousand of its neighbour. */
export const search: Claim = {
  name: "search",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    const dataFolder = mkdtempSync(join(tmpdir(), "foyer-bench-"));
    const postgres = engine === "postgres" ? await PostgresServer.start() : undefined;
    const databaseUrl = await postgres?.createDatabase("search");
    const db = openDatabase({ databaseUrl, dataFolder });
    const site = siteIn(dataFolder);
    await migrate(db);
    await addRecords(db, site, "tenant_small", fewPersons);
    await addRecords(db, site, "tenant_large", persons);
    if (databaseUrl) await settlePostgres(databaseUrl);
    const times: Record<string, number[]> = { tenant_small: [], tenant_large: [] };
    const byQuery = new Map<string, number[]>();
    const spentMs: number[] = [];
    for (let round = -warmUpRounds; round < bench.rounds * 20; round += 1) {
      for (const query of queries) {
        for (const [tenantId, taken] of Object.entries(times)) {
          const { ms, ofProcessor } = await timed({ db, tenantId, now: Date.now(), site }, query);
          if (round < 0) continue;
          taken.push(ms);
          if (tenantId !== "tenant_large") continue;
          byQuery.set(query, [...(byQuery.get(query) ?? []), ms]);
          spentMs.push(ofProcessor);
        }
      }
    }
    await db.close();
    await postgres?.stop();
    rmSync(dataFolder, { recursive: true, force: true });
    const [large, small] = [percentile(times.tenant_large as number[]), percentile(times.tenant_small as number[])];
    return {
      title: `search among ${persons.toLocaleString("en")} persons, ${engine}`,
      toReach: `p99 ≤ ${atMostMs} ms`,
      measured: `p99 ${large.toFixed(1)} ms`,
      reached: large <= atMostMs && small <= atMostMs,
      failed: 0,
      floor: `a tenant of ${fewPersons.toLocaleString("en")} beside it: p99 ${small.toFixed(1)} ms`,
      ours: `median ${spread(times.tenant_large as number[]).median.toFixed(1)} ms; of the processor p99 ${percentile(spentMs).toFixed(1)} ms`,
      details: {
        large,
        small,
        ofProcessor: spread(spentMs),
        byQuery: Object.fromEntries([...byQuery].map(([query, taken]) => [query, spread(taken)])),
      },
    };
  },
};

async function addRecords(db: Database, site: Reading["site"], tenantId: string, count: number): Promise<void> {
  const newId = createIds(Date.now);
  const ctx = { dialect: db.dialect, tenantId, newId, site };
  for (let from = 0; from < count; from += personsPerTransaction) {
    const records = Array.from({ length: personsPerTransaction }, (_, index) => {
      const { name, email, phoneNumber } = drawPerson(from + index);
      return { key: newId("person"), text: searchableText([name, email, phoneNumber]) };
    });
    await db.transaction((tx) => indexRecords({ ...ctx, db: tx, now: Date.now() }, "persons", records));
    while (await db.transaction((tx) => addSome({ ...ctx, db: tx, now: Date.now() }, "persons")));
    while (
      await addOwnRows(
        { db, tenantId, step: (work) => db.transaction((tx) => work({ ...ctx, db: tx, now: Date.now() })) },
        "persons",
      )
    );
  }
}

/** The processor time is that of our own process: on a busy machine it tells more. */
async function timed(ctx: Reading, query: string): Promise<{ ms: number; ofProcessor: number }> {
  const [started, before] = [performance.now(), process.threadCpuUsage()];
  const found = await searchedRows(ctx, { kind: "persons", words: queryWords(query) }, async (keys) => keys);
  await Promise.all([found.read(undefined, rowsOfPage), found.count()]);
  const ms = performance.now() - started;
  const { user, system } = process.threadCpuUsage();
  return { ms, ofProcessor: (user + system - before.user - before.system) / 1_000 };
}

function percentile(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1] as number;
}
