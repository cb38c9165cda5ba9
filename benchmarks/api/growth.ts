import { SQL } from "bun";
import { defaultTenantName, findTenantByName } from "../../server/features/tenants";
import { createIds } from "../../server/records/ids";
import { bootstrap } from "../../server/startup/bootstrap";
import { migrate } from "../../server/storage/migrate";
import { openDatabase } from "../../server/storage/open";
import { createStorage, type Engine } from "../../tests/support/database/engines";
import { addManyRows } from "../../tests/support/database/many-rows";
import { everyRead, type Read, readingFrom } from "../../tests/support/samples/reads";
import type { Claim } from "../claim";
import { spread } from "../turns";

const fewRows = 200;
const times = 1_000;
const atMostTimes = 1.5;
const callsPerRound = 20;
/** A read that grows would take minutes otherwise. */
const roundMs = 200;
const patience = 4;
const limit = 20;
/** How far a deep page is from the first, in pages of 100 rows; in a short list, as far as it goes. */
const deepPages = 50;

/** Every read of the contract with each of its filters; the floor is the same call with a thousandth of the rows in each table. */
export const growth: Claim = {
  name: "growth",
  engines: ["sqlite", "postgres"],
  async measure(bench, engine) {
    await using few = await filled(engine, fewRows);
    await using many = await filled(engine, fewRows * times);
    const found: Growth[] = [];
    for (const read of everyRead()) {
      for (const isDeep of read.isList ? [false, true] : [false]) {
        found.push(await compare(read, isDeep, few, many, bench.rounds));
      }
    }
    found.sort((one, other) => other.times - one.times);
    const [worst] = found as [Growth];
    const over = found.filter((growth) => growth.times > atMostTimes);
    for (const { title, times, fewMs, manyMs } of found) {
      console.error(`${times.toFixed(2).padStart(8)} ×  ${fewMs.toFixed(3)} → ${manyMs.toFixed(3)} ms  ${title}`);
    }
    return {
      title: `${found.length} reads and lists, ${(fewRows * times).toLocaleString("en")} rows in each table, ${engine}`,
      toReach: `≤ ${atMostTimes} times as with ${fewRows} rows`,
      measured: `${worst.times.toFixed(2)} × (${worst.title}), ${over.length} above`,
      reached: over.length === 0,
      failed: 0,
      floor: `median ${spread(found.map(({ fewMs }) => fewMs)).median.toFixed(3)} ms`,
      ours: `median ${spread(found.map(({ manyMs }) => manyMs)).median.toFixed(3)} ms`,
      details: { found },
    };
  },
};

interface Growth {
  title: string;
  times: number;
  fewMs: number;
  manyMs: number;
}

type Filled = Awaited<ReturnType<typeof filled>>;

/** A database with so many rows in each table. */
async function filled(engine: Engine, rows: number) {
  const storage = await createStorage(engine);
  const db = openDatabase(storage);
  await migrate(db);
  await bootstrap({ db, now: Date.now(), newId: createIds(Date.now), givenKey: crypto.randomUUID() });
  const tenant = await findTenantByName(db, defaultTenantName);
  if (!tenant) throw new Error("The database has no tenant");
  await addManyRows(db, tenant.tenant_id, rows);
  if (storage.databaseUrl) {
    const server = new SQL(storage.databaseUrl, { max: 1 });
    await server`VACUUM ANALYZE`;
    await server.close();
  }
  return {
    ctx: readingFrom(db, tenant.tenant_id),
    async [Symbol.asyncDispose]() {
      await db.close();
      await storage.remove();
    },
  };
}

/** The best round of each, because a busy machine only ever adds to the time; more rounds for what seems to grow. */
async function compare(read: Read, isDeep: boolean, few: Filled, many: Filled, rounds: number): Promise<Growth> {
  const calls = await Promise.all(
    [few, many].map(async ({ ctx }) => {
      const cursor = isDeep ? await deepCursor(read, ctx) : undefined;
      return () => read.call(ctx, read.isList ? { limit, ...(cursor !== undefined && { cursor }) } : {});
    }),
  );
  const best = calls.map(() => Number.POSITIVE_INFINITY);
  const seemsToGrow = () => (best[1] as number) > atMostTimes * (best[0] as number);
  for (let round = 0; round <= rounds || (round <= rounds * patience && seemsToGrow()); round += 1) {
    for (const [index, call] of calls.entries()) {
      const ms = await medianMs(call);
      // The first round fills the caches.
      if (round > 0) best[index] = Math.min(best[index] as number, ms);
    }
  }
  const [fewMs, manyMs] = best as [number, number];
  return { title: read.title + (isDeep ? ", deep" : ""), times: manyMs / fewMs, fewMs, manyMs };
}

async function deepCursor(read: Read, ctx: Filled["ctx"]): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < deepPages; page += 1) {
    const { nextCursor } = (await read.call(ctx, {
      limit: page === 0 ? limit : 100,
      ...(cursor !== undefined && { cursor }),
    })) as {
      nextCursor: string | null;
    };
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return cursor;
}

async function medianMs(call: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  const end = performance.now() + roundMs;
  for (let count = 0; count < callsPerRound && (count === 0 || performance.now() < end); count += 1) {
    const started = performance.now();
    await call();
    taken.push(performance.now() - started);
  }
  return spread(taken).median;
}
