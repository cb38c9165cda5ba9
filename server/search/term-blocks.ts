import { maxExactCount } from "../../contract";
import type { Reading } from "../context";
import { among, sql } from "../storage/sql";
import { parseSpot } from "./block";
import { blocksAtFirst, type TermsRow } from "./first-look";
import { type Bits, changedPlaces, clearPlace, commonPlaces, countPlaces, decodePlaces, hasPlace } from "./places";
import { placesWithWord, type WordPlaces, type WordTerm } from "./postings";
import { bucketsOf, type QueryTerm, type QueryWord } from "./query-terms";
import type { SearchKind } from "./records";
import { Stretches } from "./stretches";
import { whereIs } from "./terms";

const blocksAtOnce = 16;
/** A search that has found no more in the groups before will need the next group, too. */
const fewFound = maxExactCount / 2;

type BlockTerms = [block: number, terms: readonly TermsRow[]];
/** Places that have all terms. Of some, `unsure`, only the text tells whether they have all words. */
interface FoundPlaces {
  places: Bits;
  unsure: Bits;
}

export interface BlockPlaces extends FoundPlaces {
  block: number;
}

interface Known {
  newest: number | null;
  /** Of the newest blocks. */
  terms: readonly TermsRow[];
  /** Spots of records whose text has changed since the block was written. */
  changedSpots: readonly string[];
}

/** The places that have all terms of the query. Blocks are read in groups, when they are needed, and only once. */
export class TermBlocks {
  readonly #changed: ReadonlyMap<number, readonly { place: number }[]>;
  readonly #groups: Promise<BlockTerms[]>[] = [];
  readonly #places = new Map<number, FoundPlaces>();
  readonly #stretches = new Stretches();
  /** Words that are common in new blocks: older ones are asked for the word itself, and only then for its parts. */
  readonly #common: ReadonlySet<QueryWord>;

  constructor(
    readonly ctx: Reading,
    readonly kind: SearchKind,
    readonly words: readonly QueryWord[],
    readonly known: Known,
  ) {
    this.#common = new Set(words.filter((word) => blocksWith(word, known.terms).size > 0));
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
        const all = this.#places.get(block) ?? this.#placesIn(block, terms);
        this.#places.set(block, all);
        const count = countPlaces(all.places);
        found += count;
        if (count > 0) yield { block, ...all };
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

  #placesIn(block: number, terms: readonly TermsRow[]): FoundPlaces {
    const found = placesInBlock(terms, this.words);
    for (const { place } of this.#changed.get(block) ?? []) {
      clearPlace(found.places, place);
      clearPlace(found.unsure, place);
    }
    return found;
  }

  async #read(group: number): Promise<BlockTerms[]> {
    const rows = group === 0 ? this.known.terms : await this.#rowsBelow(this.#highestOf(group));
    return [...Map.groupBy(rows, ({ block }) => block)].sort(([one], [other]) => other - one);
  }

  async #rowsBelow(highest: number): Promise<TermsRow[]> {
    const lowest = Math.max(0, highest - blocksAtOnce + 1);
    const blocks = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
    const asked = this.words.flatMap((word) => (this.#common.has(word) ? (word.whole ?? []) : word.terms));
    const rows = await this.#rowsOf(asked, lowest, highest);
    const known = [...this.#common].map((word) => blocksWith(word, rows));
    const others = blocks.filter((block) => !known.every((some) => some.has(block)));
    if (others.length === 0) return rows;
    // All words anew: a record that is indexed meanwhile must not be found by words of its text before and after.
    const [from, to] = [Math.min(...others), Math.max(...others)];
    const parts = this.words.flatMap(({ terms }) => terms);
    return [...rows.filter(({ block }) => block < from || block > to), ...(await this.#rowsOf(parts, from, to))];
  }

  #rowsOf(asked: readonly QueryTerm[], lowest: number, highest: number): Promise<TermsRow[]> {
    const { db, tenantId } = this.ctx;
    return db.all(sql`
      SELECT bucket, block, terms FROM search_terms
      WHERE tenant_id = ${tenantId} AND kind = ${this.kind} AND bucket ${among(bucketsOf(asked))}
        AND block >= ${lowest} AND block <= ${highest}`);
  }
}

/** Those that say of the word as a whole where it is. */
function blocksWith({ whole }: QueryWord, rows: readonly TermsRow[]): Set<number> {
  return new Set(whole ? rows.flatMap((row) => (foundTerms([row], [whole]) ? row.block : [])) : []);
}

interface FoundTerm extends WordTerm {
  hasPositions: boolean;
}

const noPlaces: FoundPlaces = { places: new Uint8Array(), unsure: new Uint8Array() };

function placesInBlock(rows: readonly TermsRow[], words: readonly QueryWord[]): FoundPlaces {
  const found: FoundTerm[][] = [];
  for (const { terms, whole } of words) {
    const ofWord = (whole && foundTerms(rows, [whole])) ?? foundTerms(rows, terms);
    if (ofWord === undefined) return noPlaces;
    found.push(ofWord);
  }
  // The rarest word first: often it leaves no places to check.
  found.sort((one, other) => shortest(one) - shortest(other));
  let [places, unsure]: [Bits | undefined, Bits] = [undefined, noPlaces.unsure];
  for (const terms of found) {
    const ofWord = placesOfWord(terms, places);
    places = ofWord.places;
    if (ofWord.further.length > 0) {
      const maybe = ofWord.further.filter((place) => !hasPlace(ofWord.places, place));
      places = changedPlaces(places, maybe, []);
      unsure = changedPlaces(unsure, maybe, []);
    }
    if (countPlaces(places) === 0) break;
  }
  return places === undefined ? noPlaces : { places, unsure: commonPlaces(unsure, places) };
}

/** Undefined if the block does not have all of them. */
function foundTerms(rows: readonly TermsRow[], terms: readonly QueryTerm[]): FoundTerm[] | undefined {
  const found: FoundTerm[] = [];
  for (const { term, offset, bucket, hasPositions } of terms) {
    const row = rows.find((some) => some.bucket === bucket);
    const postings = row && whereIs(row.terms, term);
    if (postings === undefined) return undefined;
    found.push({ postings, offset, hasPositions });
  }
  return found;
}

function shortest(terms: readonly FoundTerm[]): number {
  return Math.min(...terms.map(({ postings }) => postings.length));
}

/** With `others`, only places among these. */
function placesOfWord(terms: readonly FoundTerm[], others: Bits | undefined): WordPlaces {
  const [first] = terms as [FoundTerm];
  if (first.hasPositions) return placesWithWord(terms, others);
  const places = decodePlaces(first.postings);
  return { places: others === undefined ? places : commonPlaces(places, others), further: [] };
}
