import type { Writing } from "../context";
import type { JobContext } from "../jobs/job";
import { among, sql } from "../storage/sql";
import { blocksLock, parseSpot, saveRows } from "./block";
import { commonWordsIn } from "./common-words";
import { changedPlaces, encodePlaces } from "./encoding/places";
import { joinedSections } from "./encoding/postings";
import { OwnTerms, readOwnTerms, writeOwnTerms } from "./own-terms";
import { Stretches } from "./stretches";
import { formatTerms, ownBucketOf, parseTerms, sharedBuckets } from "./terms";
import { hasPositions } from "./text";

/** In letters. Reading a row costs as much as reading so many letters, so terms with shorter lines share rows. */
const leastLength = 512;
const bucketsAtOnce = 64;
/** A block's texts are read by the first digit of their place: all at once would hold up others. */
const firstDigits = "0123456789";
/** Where an earlier release has listed common words, which it kept in shared rows. */
const formerBucket = "common";

type BlockReader = Pick<JobContext, "db" | "tenantId">;

/**
 * Gives the long terms of a full block rows of their own, so that a search reads little that it does not ask for. Common words get
 * rows too: their terms are long, and exclude few records. Each step can be a short transaction, because a term is looked for in both
 * kinds of rows. Does one block; false when none is left, or another process is changing blocks.
 */
export async function addOwnRows(job: Pick<JobContext, "db" | "tenantId" | "step">, kind: string): Promise<boolean> {
  const stretches = new Stretches();
  const block = await nextBlock(job, kind);
  if (block === undefined) return false;
  /** `work` returns terms that have rows of their own now. */
  const step = (work: (ctx: Writing) => Promise<Iterable<string>>) =>
    job.step(async (ctx) => {
      if (!(await ctx.db.tryLock(blocksLock(ctx, kind))) || (await nextBlock(ctx, kind)) !== block) return false;
      const { terms } = await readOwnTerms(ctx, kind, block);
      await writeOwnTerms(ctx, kind, block, new Set([...terms, ...(await work(ctx))]));
      return true;
    });
  // It does not matter which words these are, nor whether a text changes meanwhile.
  const words = await commonWordsIn(
    (await textsOf(job, kind, block)).map(({ text }) => text),
    stretches,
  );
  if (!(await step((ctx) => addWords(ctx, kind, block, words, stretches)))) return false;
  for (let from = 0; from < sharedBuckets.length; from += bucketsAtOnce) {
    const buckets = sharedBuckets.slice(from, from + bucketsAtOnce);
    if (!(await step((ctx) => moveLongTerms(ctx, kind, block, buckets, stretches)))) return false;
  }
  return step((ctx) => finishBlock(ctx, kind, block));
}

/** The newest block that is full and has not been done. */
async function nextBlock({ db, tenantId }: BlockReader, kind: string): Promise<number | undefined> {
  const kindFilter = sql`tenant_id = ${tenantId} AND kind = ${kind}`;
  const row = await db.first<{ block: number }>(sql`
    SELECT block FROM search_blocks
    WHERE ${kindFilter} AND has_own_rows = 0 AND block < (SELECT max(block) FROM search_blocks WHERE ${kindFilter})
    ORDER BY block DESC LIMIT 1`);
  return row?.block;
}

/** Returns those that a text still has. */
async function addWords(
  ctx: Writing,
  kind: string,
  block: number,
  words: readonly string[],
  stretches: Stretches,
): Promise<Iterable<string>> {
  const common = new OwnTerms(new Set(words));
  const placesOf = new Map<string, number[]>();
  for (const { place, text } of await textsOf(ctx, kind, block)) {
    const found = new Set<string>();
    for (const _ of common.eachWord(text, found)) await stretches.pause();
    for (const word of found) {
      const places = placesOf.get(word);
      if (places) places.push(place);
      else placesOf.set(word, [place]);
    }
  }
  const rows = new Map<string, string>();
  for (const [word, places] of placesOf) {
    await stretches.pause();
    rows.set(ownBucketOf(word), formatTerms([[word, encodePlaces(changedPlaces(new Uint8Array(), places, []))]]));
  }
  await saveRows(ctx, kind, block, rows);
  return placesOf.keys();
}

/** Returns the terms. */
async function moveLongTerms(
  ctx: Writing,
  kind: string,
  block: number,
  buckets: readonly string[],
  stretches: Stretches,
): Promise<string[]> {
  const found = await ctx.db.all<{ bucket: string; terms: string }>(sql`
    SELECT bucket, terms FROM search_terms
    WHERE tenant_id = ${ctx.tenantId} AND kind = ${kind} AND block = ${block} AND bucket ${among([formerBucket, ...buckets])}`);
  const formerWords = new Set(found.find(({ bucket }) => bucket === formerBucket)?.terms.split(" "));
  const moved: string[] = [];
  const rows = new Map<string, string>();
  for (const { bucket, terms } of found.filter((row) => row.bucket !== formerBucket)) {
    await stretches.pause();
    const lines = parseTerms(terms);
    const kept = lines.filter(([term]) => !formerWords.has(term));
    const { long = [], short = [] } = Object.groupBy(kept, ([term, where]) =>
      term.length + where.length < leastLength ? "short" : "long",
    );
    for (const [term, where] of long) {
      await stretches.pause();
      rows.set(ownBucketOf(term), formatTerms([[term, hasPositions(term) ? joinedSections(where) : where]]));
    }
    if (short.length < lines.length) rows.set(bucket, formatTerms(short));
    moved.push(...long.map(([term]) => term));
  }
  await saveRows(ctx, kind, block, rows);
  return moved;
}

async function finishBlock(ctx: Writing, kind: string, block: number): Promise<string[]> {
  await saveRows(ctx, kind, block, new Map([[formerBucket, ""]]));
  await ctx.db.run(sql`
    UPDATE search_blocks SET has_own_rows = 1 WHERE tenant_id = ${ctx.tenantId} AND kind = ${kind} AND block = ${block}`);
  return [];
}

interface PlacedText {
  place: number;
  text: string;
}

async function textsOf({ db, tenantId }: BlockReader, kind: string, block: number): Promise<PlacedText[]> {
  const texts: PlacedText[] = [];
  for (const digit of firstDigits) {
    const rows = await db.all<{ spot: string; text: string }>(sql`
      SELECT spot, text FROM search_records WHERE tenant_id = ${tenantId} AND kind = ${kind}
        AND spot >= ${`${block}.${digit}`} AND spot < ${`${block}.${digit}:`}`);
    for (const { spot, text } of rows) texts.push({ place: parseSpot(spot).place, text });
    await new Promise((turn) => setImmediate(turn));
  }
  return texts.sort((one, other) => one.place - other.place);
}
