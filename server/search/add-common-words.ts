import type { Writing } from "../context";
import { sql } from "../storage/sql";
import { blocksLock, parseSpot, type TermChanges, writeTerms } from "./block";
import { commonBucket, commonWordsIn, writeCommonWords } from "./common-words";
import { posting } from "./posting";
import { Stretches } from "./stretches";
import { bucketOf } from "./terms";

/** Common words are looked for in some texts of a block. All its texts tell which places have them. */
const sampledTexts = 256;
const sampledLetters = 32_768;
/** A block's texts are read by the first digit of their place: all at once would hold up others. */
const firstDigits = "0123456789";

/**
 * The parts of a word that many texts have are the longest rows, and tell the least. So a full block says of such words
 * themselves which places have them. Does one block; false when none is left, or another process is changing blocks.
 */
export async function addCommonWords(ctx: Writing, kind: string): Promise<boolean> {
  if (!(await ctx.db.tryLock(blocksLock(ctx, kind)))) return false;
  const block = await nextBlock(ctx, kind);
  if (block === undefined) return false;
  const texts = await textsOf(ctx, kind, block);
  const stretches = new Stretches();
  const words = await commonWordsIn(sampleOf(texts), stretches);
  const changes: TermChanges = new Map();
  for (const word of words) {
    await stretches.pause();
    const added = texts.flatMap(({ place, text }) => (text.includes(word) ? posting(place, 0) : []));
    const ofBucket = changes.get(bucketOf(word)) ?? new Map();
    changes.set(bucketOf(word), ofBucket.set(word, { removed: new Set(), added, isAppended: false }));
  }
  await writeTerms(ctx, kind, block, changes, stretches);
  await writeCommonWords(ctx, kind, block, words);
  return true;
}

/** The newest block that is full and has not been done. */
async function nextBlock({ db, tenantId }: Writing, kind: string): Promise<number | undefined> {
  const kindFilter = sql`tenant_id = ${tenantId} AND kind = ${kind}`;
  const row = await db.first<{ block: number }>(sql`
    SELECT block FROM search_blocks AS candidate
    WHERE ${kindFilter} AND block < (SELECT max(block) FROM search_blocks WHERE ${kindFilter}) AND NOT EXISTS (
      SELECT 1 FROM search_terms WHERE ${kindFilter} AND bucket = ${commonBucket} AND block = candidate.block)
    ORDER BY block DESC LIMIT 1`);
  return row?.block;
}

interface PlacedText {
  place: number;
  text: string;
}

async function textsOf({ db, tenantId }: Writing, kind: string, block: number): Promise<PlacedText[]> {
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

function sampleOf(texts: readonly PlacedText[]): string[] {
  const every = Math.ceil(texts.length / sampledTexts);
  let letters = 0;
  return texts.flatMap(({ text }, index) => {
    if (index % every > 0 || letters + text.length > sampledLetters) return [];
    letters += text.length;
    return text;
  });
}
