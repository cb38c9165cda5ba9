import type { AssetType } from "../../../../contract";
import type { Reader } from "../../../storage/port";
import { nothing, type Sql, sql } from "../../../storage/sql";
import { fixedLengthLists } from "./fixed-length-lists";
import {
  addMembers,
  type Bits,
  blockSize,
  countBits,
  emptyBits,
  keepCommon,
  newestBlock,
  newestNumbers,
  positionsDown,
  setBit,
} from "./members";
import { allTerm, gramLength, gramTerm, maxSubstringLength, typeTerm } from "./words";

/** With more words than this, a scan of the texts is faster. */
const maxWords = 4_000;

export interface TrashMatches {
  count: number;
  /** The highest numbers below `before`, highest first. */
  numbers(before: number | undefined, limit: number): number[] | Promise<number[]>;
}

/** Words, or else signs that must occur literally. */
export interface TrashQuery {
  words: readonly string[];
  signs: readonly string[];
  type: AssetType | undefined;
}

/** Finds assets whose text contains every word, also within longer words. */
export async function searchTrash(db: Reader, tenantId: string, query: TrashQuery): Promise<TrashMatches> {
  const { words, signs, type } = query;
  if (signs.length > 0) return searchTexts(db, matching(tenantId, query));
  const index = new Index(db, tenantId);
  let isExact = true;
  let blocks = await index.having(type === undefined ? allTerm : typeTerm(type));
  for (const word of words.toSorted((one, other) => one.length - other.length)) {
    if (blocks.size === 0) break;
    const length = lettersIn(word);
    const having = length <= gramLength ? await index.having(gramTerm(word)) : await index.containing(word);
    if (having) blocks = common(blocks, having);
    isExact &&= having !== undefined && length <= maxSubstringLength;
  }
  if (!isExact && foundIn(blocks).count > 0) return searchTexts(db, matching(tenantId, query));
  if (words.length > 0) await addUnindexed(db, matching(tenantId, query), blocks);
  return foundIn(blocks);
}

/** Adds the few assets that have too many terms for the index. */
async function addUnindexed(db: Reader, filter: Sql, blocks: Blocks): Promise<void> {
  const rows = await db.all<{ number: number }>(sql`SELECT number FROM asset_trash WHERE ${filter} AND indexed = 0`);
  for (const { number } of rows) setNumber(blocks, number);
}

type Blocks = Map<number, Bits>;

interface MembersRow {
  block: number;
  members: string;
}

class Index {
  constructor(
    readonly db: Reader,
    readonly tenantId: string,
  ) {}

  async having(term: string): Promise<Blocks> {
    const blocks: Blocks = new Map();
    gather(
      blocks,
      await this.db.all(sql`SELECT block, members FROM asset_words WHERE tenant_id = ${this.tenantId} AND word = ${term}`),
    );
    return blocks;
  }

  /**
   * Assets whose words contain the text; for a text beyond the index's length, assets whose words may. Undefined for too many
   * words.
   */
  async containing(text: string): Promise<Blocks | undefined> {
    const part = [...text].slice(0, maxSubstringLength).join("");
    const buckets = await this.db.all<{ words: string }>(sql`
      SELECT words FROM asset_vocabulary WHERE tenant_id = ${this.tenantId} AND words LIKE ${`%${part}%`}`);
    const words: string[] = [];
    for (const bucket of buckets) {
      wordsWith(part, bucket.words, words);
      if (words.length > maxWords) return undefined;
    }
    const blocks: Blocks = new Map();
    for (const some of fixedLengthLists(words, "")) {
      gather(
        blocks,
        await this.db.all(sql`SELECT block, members FROM asset_words WHERE tenant_id = ${this.tenantId} AND word IN ${some}`),
      );
    }
    return blocks;
  }
}

function wordsWith(part: string, text: string, found: string[]): void {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at)) {
    const end = text.indexOf(" ", at);
    found.push(text.slice(text.lastIndexOf(" ", at) + 1, end));
    at = end;
  }
}

function lettersIn(word: string): number {
  return [...word].length;
}

function gather(blocks: Blocks, rows: readonly MembersRow[]): void {
  for (const { block, members } of rows) {
    if (block !== newestBlock) addMembers(bitsOf(blocks, block), members);
    else for (const number of newestNumbers(members)) setNumber(blocks, number);
  }
}

function setNumber(blocks: Blocks, number: number): void {
  setBit(bitsOf(blocks, Math.floor(number / blockSize)), number % blockSize);
}

function bitsOf(blocks: Blocks, block: number): Bits {
  const known = blocks.get(block);
  if (known) return known;
  const bits = emptyBits();
  blocks.set(block, bits);
  return bits;
}

function common(ones: Blocks, others: Blocks): Blocks {
  const both: Blocks = new Map();
  for (const [block, bits] of ones) {
    const other = others.get(block);
    if (!other) continue;
    keepCommon(bits, other);
    both.set(block, bits);
  }
  return both;
}

function foundIn(blocks: Blocks): TrashMatches {
  const descending = [...blocks].sort(([one], [other]) => other - one);
  return {
    count: descending.reduce((sum, [, bits]) => sum + countBits(bits), 0),
    numbers(before = Number.POSITIVE_INFINITY, limit) {
      const numbers: number[] = [];
      for (const [block, bits] of descending) {
        const first = block * blockSize;
        if (first >= before) continue;
        for (const position of positionsDown(bits, Math.min(blockSize, before - first))) {
          numbers.push(first + position);
          if (numbers.length === limit) return numbers;
        }
      }
      return numbers;
    },
  };
}

function matching(tenantId: string, { words, signs, type }: TrashQuery): Sql {
  return [...words, ...signs].reduce<Sql>(
    (before, part) => sql`${before} AND text LIKE ${`%${part.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'`,
    sql`tenant_id = ${tenantId} ${type === undefined ? nothing : sql`AND type = ${type}`}`,
  );
}

async function searchTexts(db: Reader, filter: Sql): Promise<TrashMatches> {
  const counted = await db.first<{ count: number }>(
    sql`SELECT CAST(count(*) AS INTEGER) AS count FROM asset_trash WHERE ${filter}`,
  );
  return {
    count: counted?.count ?? 0,
    async numbers(before, limit) {
      const below = before === undefined ? nothing : sql`AND number < ${before}`;
      const rows = await db.all<{ number: number }>(
        sql`SELECT number FROM asset_trash WHERE ${filter} ${below} ORDER BY number DESC LIMIT ${limit}`,
      );
      return rows.map(({ number }) => number);
    },
  };
}
