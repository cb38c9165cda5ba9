import { maxExactCount } from "../../contract";
import type { Reading } from "../context";
import { among, sql } from "../storage/sql";
import { parseSpot } from "./block";
import { blocksAtFirst, type TermsRow } from "./first-look";
import { type Bits, clearPlace, commonPlaces, countPlaces, decodePlaces } from "./places";
import { placesWithWord, type WordTerm } from "./postings";
import { bucketsOf, type QueryTerm } from "./query-terms";
import type { SearchKind } from "./records";
import { Stretches } from "./stretches";
import { whereIs } from "./terms";

const blocksAtOnce = 32;
/** A search that has found no more in the groups before will need the next group, too. */
const fewFound = maxExactCount / 2;

type BlockTerms = [block: number, terms: readonly TermsRow[]];
type BlockPlaces = [block: number, places: Bits];

interface Known {
  newest: number | null;
  /** Of the newest blocks. */
  terms: readonly TermsRow[];
  /** Spots of records whose text has changed since the block was written. */
  changedSpots: readonly string[];
}

/** The places that have all terms of the query. Blocks are read in groups, when they are needed, and only once. */
export class TermBlocks {
  readonly #words: readonly (readonly QueryTerm[])[];
  readonly #changed: ReadonlyMap<number, readonly { place: number }[]>;
  readonly #groups: Promise<BlockTerms[]>[] = [];
  readonly #places = new Map<number, Bits>();
  readonly #stretches = new Stretches();

  constructor(
    readonly ctx: Reading,
    readonly kind: SearchKind,
    readonly asked: readonly QueryTerm[],
    readonly known: Known,
  ) {
    this.#words = [...Map.groupBy(asked, ({ word }) => word).values()];
    this.#changed = Map.groupBy(known.changedSpots.map(parseSpot), ({ block }) => block);
  }

  async *newestFirst(): AsyncGenerator<BlockPlaces, void, undefined> {
    let found = 0;
    for (let group = 0; this.#highestOf(group) >= 0; group += 1) {
      const blocks = await this.#groupAt(group);
      // The database reads while the terms that are here are looked through.
      if (group > 0 && found < fewFound && this.#highestOf(group + 1) >= 0) this.#groupAt(group + 1).catch(() => {});
      for (const [block, terms] of blocks) {
        await this.#stretches.pause();
        const places = this.#places.get(block) ?? this.#placesIn(block, terms);
        this.#places.set(block, places);
        const count = countPlaces(places);
        found += count;
        if (count > 0) yield [block, places];
      }
    }
  }

  #groupAt(group: number): Promise<BlockTerms[]> {
    return (this.#groups[group] ??= this.#read(group));
  }

  #highestOf(group: number): number {
    const { newest } = this.known;
    return newest === null ? -1 : newest - (group === 0 ? 0 : blocksAtFirst + (group - 1) * blocksAtOnce);
  }

  #placesIn(block: number, terms: readonly TermsRow[]): Bits {
    const places = placesInBlock(terms, this.#words);
    for (const { place } of this.#changed.get(block) ?? []) clearPlace(places, place);
    return places;
  }

  async #read(group: number): Promise<BlockTerms[]> {
    const rows = group === 0 ? this.known.terms : await this.#rowsBelow(this.#highestOf(group));
    return [...Map.groupBy(rows, ({ block }) => block)].sort(([one], [other]) => other - one);
  }

  #rowsBelow(highest: number): Promise<TermsRow[]> {
    const { db, tenantId } = this.ctx;
    return db.all(sql`
      SELECT bucket, block, terms FROM search_terms
      WHERE tenant_id = ${tenantId} AND kind = ${this.kind} AND bucket ${among(bucketsOf(this.asked))}
        AND block > ${highest - blocksAtOnce} AND block <= ${highest}`);
  }
}

interface FoundTerm extends WordTerm {
  hasPositions: boolean;
}

function placesInBlock(rows: readonly TermsRow[], words: readonly (readonly QueryTerm[])[]): Bits {
  const found: FoundTerm[][] = [];
  for (const terms of words) {
    const ofWord: FoundTerm[] = [];
    for (const { term, offset, bucket, hasPositions } of terms) {
      const row = rows.find((some) => some.bucket === bucket);
      const where = row && whereIs(row.terms, term);
      if (where === undefined) return new Uint8Array();
      ofWord.push({ postings: where, offset, hasPositions });
    }
    found.push(ofWord);
  }
  // The rarest word first: often it leaves no places to check.
  found.sort((one, other) => shortest(one) - shortest(other));
  let common: Bits | undefined;
  for (const terms of found) {
    common = placesOfWord(terms, common);
    if (countPlaces(common) === 0) break;
  }
  return common ?? new Uint8Array();
}

function shortest(terms: readonly FoundTerm[]): number {
  return Math.min(...terms.map(({ postings }) => postings.length));
}

/** With `others`, only places among these. */
function placesOfWord(terms: readonly FoundTerm[], others: Bits | undefined): Bits {
  const [first] = terms as [FoundTerm];
  if (first.hasPositions) return placesWithWord(terms, others);
  const places = decodePlaces(first.postings);
  return others === undefined ? places : commonPlaces(places, others);
}
