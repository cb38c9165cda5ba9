import { maxExactCount } from "../../contract";
import type { Reading } from "../context";
import { among, nothing, type Sql, sql, type Value } from "../storage/sql";
import { spotAt } from "./block";
import { countPlaces, placesIn } from "./encoding/places";
import { firstLook } from "./first-look";
import { queryTerms, queryWords } from "./query-terms";
import type { SearchKind } from "./records";
import { TermBlocks } from "./term-blocks";
import { labelTerm } from "./text";

/** The index is asked for at most 12 terms. The rest of a longer query is checked against the text of the hits, which are few by then. */
const maxTerms = 12;
/** Texts that one statement looks through: they may be long. */
const textsAtOnce = 500;

interface SearchQuery {
  kind: SearchKind;
  /** From `queryWords`: each must occur. */
  words: readonly string[];
  /** The record must have each of them. */
  labels?: readonly string[];
  /** A condition on `record_key` that must hold too. */
  also?: Sql;
}

/** A list's rows that match, as its paging reads them; each row's position is its key. */
export interface SearchedRows<Row> {
  read(position: Value[] | undefined, limit: number): Promise<Row[]>;
  /** Exact up to `most`; above that, some larger number. */
  count(most?: number): Promise<number>;
}

export async function searchedRows<Row>(
  ctx: Reading,
  wanted: SearchQuery,
  rowsOf: (keys: string[]) => Promise<Row[]>,
): Promise<SearchedRows<Row>> {
  const matches = await searchRecords(ctx, wanted);
  return {
    count: (most = maxExactCount) => matches.count(most),
    /** Matching records may be deleted before their rows are read: then more are read, until the page is full. */
    async read(position, limit) {
      const rows: Row[] = [];
      let last = position?.[0] as string | undefined;
      for (;;) {
        const missing = limit - rows.length;
        const keys = await matches.keys(last, missing);
        if (keys.length > 0) rows.push(...(await rowsOf(keys)));
        if (keys.length < missing || rows.length >= limit) return rows;
        last = keys.at(-1);
      }
    },
  };
}

/** A condition for lists that have other filters too: every word occurs in the record whose key is in this column. */
export function matchingRecord({ tenantId }: Pick<Reading, "tenantId">, { kind, words }: SearchQuery, key: Sql): Sql {
  const recordFilter = sql`tenant_id = ${tenantId} AND kind = ${kind} AND record_key = ${key}`;
  const matching = condition({ words, labels: [], also: undefined });
  return sql`(EXISTS (SELECT 1 FROM search_pending WHERE ${recordFilter} AND ${matching})
    OR (EXISTS (SELECT 1 FROM search_records WHERE ${recordFilter} AND ${matching})
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE ${recordFilter})))`;
}

/** The records that match, the newest first. */
interface Matches {
  count(most: number): Promise<number>;
  /** The highest keys below `before`. */
  keys(before: string | undefined, limit: number): Promise<string[]>;
}

interface SomeSpots {
  spots: string[];
  /** False when the index does not tell of each of them whether it matches. */
  isSure: boolean;
}

/** Uses the index alone if it covers the whole query. Otherwise the texts of its hits are checked as well. */
async function searchRecords(ctx: Reading, wanted: SearchQuery): Promise<Matches> {
  const { db, tenantId } = ctx;
  const { kind, words, labels = [], also } = wanted;
  const kindFilter = sql`tenant_id = ${tenantId} AND kind = ${kind}`;
  if (words.length + labels.length === 0) return allRecords(db, kindFilter);
  const matching = condition({ words, labels, also });
  const asked = queryTerms(words, labels);
  const some = asked.slice(0, maxTerms);
  const asWords = queryWords(some);
  const { newest, terms, waiting } = await firstLook(ctx, kind, asWords, matching);
  const changedSpots = waiting.flatMap(({ spot }) => spot ?? []);
  const blocks = new TermBlocks(ctx, kind, asWords, { newest, terms, changedSpots });
  const waitingKeys = waiting.filter(({ matches }) => matches === 1).map(({ record_key }) => record_key);

  const isExact = asked.length === some.length && !also;
  return {
    async count(most) {
      let count = waitingKeys.length;
      const few: string[] = [];
      for await (const { block, places, unsure, count: ofBlock } of blocks.newestFirst()) {
        if (isExact) count += ofBlock - countPlaces(unsure);
        few.push(...placesIn(isExact ? unsure : places).map((place) => spotAt(block, place)));
        if (few.length >= textsAtOnce) count += (await matchingSpots(few.splice(0))).length;
        if (count > most) return count;
      }
      return count + (await matchingSpots(few)).length;
    },
    async keys(before, limit) {
      const keys: string[] = [];
      for await (const { spots, isSure } of spotsBelow(before, limit)) {
        const all = isExact && isSure ? spots : await matchingSpots(spots);
        const below = before === undefined ? nothing : sql`AND record_key < ${before}`;
        const rows = await db.all<{ record_key: string }>(sql`
          SELECT record_key FROM search_records WHERE ${kindFilter} AND spot ${among(all)} ${below}
          ORDER BY record_key DESC LIMIT ${limit - keys.length}`);
        keys.push(...rows.map(({ record_key }) => record_key));
        if (keys.length === limit) break;
      }
      const below = waitingKeys.filter((key) => before === undefined || key < before);
      return [...new Set([...keys, ...below])].sort().reverse().slice(0, limit);
    },
  };

  /** Groups of spots, the newest group first. */
  async function* spotsBelow(before: string | undefined, limit: number): AsyncGenerator<SomeSpots, void, undefined> {
    const known = await db.all<{ block: number; first_key: string; in_order: number }>(sql`
      SELECT block, first_key, in_order FROM search_blocks WHERE ${kindFilter}`);
    const blockOf = new Map(known.map((row) => [row.block, row]));
    let spots: string[] = [];
    let isSure = true;
    for await (const { block, places, unsure } of blocks.newestFirst()) {
      const row = blockOf.get(block);
      if (before !== undefined && row !== undefined && row.first_key >= before) continue;
      isSure &&= countPlaces(unsure) === 0;
      const ofBlock = placesIn(places).reverse();
      // Only those that are asked for: a common word has a place of each record of the block.
      const spotsOf = (some: readonly number[]) => some.map((place) => spotAt(block, place));
      while (row?.in_order === 1 && ofBlock.length > 2 * limit) {
        yield { spots: [...spots, ...spotsOf(ofBlock.splice(0, 2 * limit))], isSure };
        spots = [];
      }
      spots.push(...spotsOf(ofBlock));
      if (spots.length < limit) continue;
      yield { spots, isSure };
      spots = [];
      isSure = true;
    }
    if (spots.length > 0) yield { spots, isSure };
  }

  /** Those whose texts have all words. */
  async function matchingSpots(spots: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (let from = 0; from < spots.length; from += textsAtOnce) {
      // The event loop goes on between two looks.
      await new Promise((turn) => setImmediate(turn));
      const some = among(spots.slice(from, from + textsAtOnce));
      const rows = await db.all<{ spot: string }>(sql`
        SELECT spot FROM search_records WHERE ${kindFilter} AND spot ${some} AND ${matching}`);
      found.push(...rows.map(({ spot }) => spot));
    }
    return found;
  }
}

function allRecords(db: Reading["db"], kindFilter: Sql): Matches {
  const newPending = sql`search_pending WHERE ${kindFilter} AND record_key NOT IN (
    SELECT record_key FROM search_records WHERE ${kindFilter} AND record_key IN (
      SELECT record_key FROM search_pending WHERE ${kindFilter}))`;
  return {
    async count(most) {
      const limit = Number.isFinite(most) ? sql`LIMIT ${most + 1}` : nothing;
      const row = await db.first<{ count: number }>(sql`
        SELECT CAST((SELECT count(*) FROM (SELECT 1 FROM search_records WHERE ${kindFilter} ${limit}) AS counted) + (
          SELECT count(*) FROM ${newPending}) AS INTEGER) AS count`);
      return row?.count ?? 0;
    },
    async keys(before, limit) {
      const below = before === undefined ? nothing : sql`AND record_key < ${before}`;
      const rows = await db.all<{ record_key: string }>(sql`
        SELECT record_key FROM (
          SELECT record_key FROM (
            SELECT record_key FROM search_records WHERE ${kindFilter} ${below} ORDER BY record_key DESC LIMIT ${limit}) AS placed
          UNION ALL SELECT record_key FROM ${newPending} ${below}) AS listed
        ORDER BY record_key DESC LIMIT ${limit}`);
      return rows.map(({ record_key }) => record_key);
    },
  };
}

/** Without LIKE for words: where text and word repeat a letter, it compares the whole word letter by letter, from each letter on. */
function condition({ words, labels, also }: { words: readonly string[]; labels: readonly string[]; also: Sql | undefined }): Sql {
  const conditions = [
    ...labels.map((label) => sql`labels LIKE ${anywhere(labelTerm(label))} ESCAPE '\\'`),
    ...words.map((word) => sql`replace(text, ${word}, '') <> text`),
    ...(also ? [also] : []),
  ];
  return conditions.reduce((before, next) => sql`${before} AND ${next}`);
}

function anywhere(part: string): string {
  return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}
