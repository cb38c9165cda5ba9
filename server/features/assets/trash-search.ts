import type { AssetType } from "../../../contract";
import type { Reader } from "../../storage/port";
import { nothing, type Sql, sql, sqlList } from "../../storage/sql";
import {
  addMembers,
  type Bits,
  blockSize,
  countBits,
  emptyBits,
  keepCommon,
  newestBlock,
  newestNumbers,
  placesDown,
  setBit,
} from "./members";
import { allTerm, gramLength, gramTerm, maxPartLength, typeTerm } from "./words";

/** Above this, reading through the texts themselves is quicker. */
const maxWords = 4_000;
const wordsAtOnce = 50;

/** What a search found, by number. */
export interface Found {
  count: number;
  /** The highest ones below `before`, the highest first. */
  numbers(before: number | undefined, limit: number): number[] | Promise<number[]>;
}

/** Everything in the trash that has every word, as a word or in one. */
export async function searchTrash(
  db: Reader,
  tenantId: string,
  words: readonly string[],
  type: AssetType | undefined,
): Promise<Found> {
  const index = new Index(db, tenantId);
  let isExact = true;
  let blocks = await index.having(type === undefined ? allTerm : typeTerm(type));
  for (const word of words.toSorted((one, other) => one.length - other.length)) {
    if (blocks.size === 0) break;
    const length = lettersIn(word);
    const having = length <= gramLength ? await index.having(gramTerm(word)) : await index.containing(word);
    if (having) blocks = common(blocks, having);
    isExact &&= having !== undefined && length <= maxPartLength;
  }
  const found = foundIn(blocks);
  return isExact || found.count === 0 ? found : searchTexts(db, tenantId, words, type);
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

  /** For what is longer than the index can tell, those that may. Undefined when too many words contain it. */
  async containing(text: string): Promise<Blocks | undefined> {
    const part = [...text].slice(0, maxPartLength).join("");
    const buckets = await this.db.all<{ words: string }>(sql`
      SELECT words FROM asset_vocabulary WHERE tenant_id = ${this.tenantId} AND words LIKE ${`%${part}%`}`);
    const words: string[] = [];
    for (const bucket of buckets) {
      wordsWith(part, bucket.words, words);
      if (words.length > maxWords) return undefined;
    }
    const blocks: Blocks = new Map();
    for (let at = 0; at < words.length; at += wordsAtOnce) {
      // Always as many, so that it is one statement: those that are missing name no word.
      const some = Array.from({ length: wordsAtOnce }, (_, index) => words[at + index] ?? "");
      gather(
        blocks,
        await this.db.all(sql`
          SELECT block, members FROM asset_words WHERE tenant_id = ${this.tenantId} AND word IN ${sqlList(some)}`),
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
    else for (const number of newestNumbers(members)) setBit(bitsOf(blocks, Math.floor(number / blockSize)), number % blockSize);
  }
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

function foundIn(blocks: Blocks): Found {
  const descending = [...blocks].sort(([one], [other]) => other - one);
  return {
    count: descending.reduce((sum, [, bits]) => sum + countBits(bits), 0),
    numbers(before = Number.POSITIVE_INFINITY, limit) {
      const numbers: number[] = [];
      for (const [block, bits] of descending) {
        const first = block * blockSize;
        if (first >= before) continue;
        for (const place of placesDown(bits, Math.min(blockSize, before - first))) {
          numbers.push(first + place);
          if (numbers.length === limit) return numbers;
        }
      }
      return numbers;
    },
  };
}

/** Words hold letters and digits alone, so that none means more than itself in a pattern. */
async function searchTexts(db: Reader, tenantId: string, words: readonly string[], type: AssetType | undefined): Promise<Found> {
  const filter = words.reduce<Sql>(
    (before, word) => sql`${before} AND text LIKE ${`%${word}%`}`,
    sql`tenant_id = ${tenantId} ${type === undefined ? nothing : sql`AND type = ${type}`}`,
  );
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
