import { maxExactCount } from "../../contract";
import type { Reading } from "../context";
import { turns } from "../event-loop/turns";
import { among, sql } from "../storage/sql";
import { parseSpot } from "./block";
import {
  type Bits,
  changedPlaces,
  clearPlace,
  commonPlaces,
  countPlaces,
  decodePlaces,
  hasPlace,
  hasPlaces,
} from "./encoding/places";
import { placesWithWord, type WordPlaces, type WordTerm } from "./encoding/postings";
import { blocksAtFirst, type TermsRow } from "./first-look";
import type { QueryTerm, QueryWord } from "./query-terms";
import type { SearchKind } from "./records";
import { whereIs } from "./terms";

const blocksAtOnce = 32;
const groupsAhead = 2;
/** A search that has found no more in the groups before will need the next groups, too. */
const fewFound = maxExactCount / 2;

type BlockTerms = [block: number, terms: readonly TermsRow[]];
/** Places that have all terms. Of some, `unsure`, only the text tells whether they have all words. */
interface FoundPlaces {
  places: Bits;
  unsure: Bits;
  /** How many places there are. */
  count: number;
}

interface BlockPlaces extends FoundPlaces {
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
  /** What has rows of its own in new blocks: older ones are asked for these rows first. */
  readonly #own: readonly QueryTerm[];

  constructor(
    readonly ctx: Reading,
    readonly kind: SearchKind,
    readonly words: readonly QueryWord[],
    readonly known: Known,
  ) {
    const newBuckets = Map.groupBy(known.terms, ({ bucket }) => bucket);
    // All but the last, which is not full. In blocks of a term that is sometimes long and sometimes not, both rows are asked for.
    const isOwn = ({ own }: QueryTerm) => (newBuckets.get(own)?.length ?? 0) >= blocksAtFirst - 1;
    this.#own = words.flatMap(({ terms, whole }) => (whole && isOwn(whole) ? whole : terms.filter(isOwn)));
    this.#changed = Map.groupBy(known.changedSpots.map(parseSpot), ({ block }) => block);
  }

  async *newestFirst(): AsyncGenerator<BlockPlaces, void, undefined> {
    let found = 0;
    for (let group = 0; this.#highestOf(group) >= 0; group += 1) {
      if (group > 0 && found < fewFound) this.#readAhead(group);
      const blocks = await this.#groupAt(group);
      for (const [block, terms] of blocks) {
        const turn = turns.next(this.ctx.tenantId);
        if (turn) await turn;
        const all = this.#places.get(block) ?? this.#placesIn(block, terms);
        this.#places.set(block, all);
        found += all.count;
        if (all.count > 0) yield { block, ...all };
      }
    }
  }

  /** The database reads while the terms that are here are looked through. */
  #readAhead(group: number): void {
    const last = group + groupsAhead;
    for (let next = group; next <= last && this.#highestOf(next) >= 0; next += 1) this.#groupAt(next).catch(() => {});
  }

  #groupAt(group: number): Promise<BlockTerms[]> {
    return (this.#groups[group] ??= this.#read(group));
  }

  #highestOf(group: number): number {
    const { newest } = this.known;
    return newest === null ? -1 : newest - (group === 0 ? 0 : blocksAtFirst + (group - 1) * blocksAtOnce);
  }

  #placesIn(block: number, terms: readonly TermsRow[]): FoundPlaces {
    const { places, unsure } = placesInBlock(terms, this.words);
    for (const { place } of this.#changed.get(block) ?? []) {
      clearPlace(places, place);
      clearPlace(unsure, place);
    }
    return { places, unsure, count: countPlaces(places) };
  }

  async #read(group: number): Promise<BlockTerms[]> {
    const rows = group === 0 ? this.known.terms : await this.#rowsBelow(this.#highestOf(group));
    return [...Map.groupBy(rows, ({ block }) => block)].sort(([one], [other]) => other - one);
  }

  async #rowsBelow(highest: number): Promise<TermsRow[]> {
    const lowest = Math.max(0, highest - blocksAtOnce + 1);
    const own = new Set(this.#own);
    const parts = this.words.filter(({ whole }) => !(whole && own.has(whole))).flatMap(({ terms }) => terms);
    const shared = parts.filter((term) => !own.has(term)).map((term) => term.shared);
    const rows = await this.#rowsOf([...this.#own, ...parts].map((term) => term.own).concat(shared), lowest, highest);
    const others = this.#incomplete(rows, lowest, highest);
    if (others.length === 0) return rows;
    // All words anew: a record that is indexed meanwhile must not be found by words of its text before and after.
    const [from, to] = [Math.min(...others), Math.max(...others)];
    const buckets = this.words.flatMap(({ terms }) => terms.flatMap((term) => [term.own, term.shared]));
    return [...rows.filter(({ block }) => block < from || block > to), ...(await this.#rowsOf(buckets, from, to))];
  }

  /** Blocks that lack a row which was expected to be there. */
  #incomplete(rows: readonly TermsRow[], lowest: number, highest: number): number[] {
    const found = new Set(rows.map(({ bucket, block }) => `${block} ${bucket}`));
    const blocks = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
    return blocks.filter((block) => !this.#own.every(({ own }) => found.has(`${block} ${own}`)));
  }

  #rowsOf(buckets: readonly string[], lowest: number, highest: number): Promise<TermsRow[]> {
    const { db, tenantId } = this.ctx;
    return db.all(sql`
      SELECT bucket, block, terms FROM search_terms
      WHERE tenant_id = ${tenantId} AND kind = ${this.kind} AND bucket ${among([...new Set(buckets)])}
        AND block >= ${lowest} AND block <= ${highest}`);
  }
}

interface FoundTerm extends WordTerm {
  hasPositions: boolean;
}

const noPlaces: Omit<FoundPlaces, "count"> = { places: new Uint8Array(), unsure: new Uint8Array() };

function placesInBlock(rows: readonly TermsRow[], words: readonly QueryWord[]): Omit<FoundPlaces, "count"> {
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
    if (!hasPlaces(places)) break;
  }
  return places === undefined ? noPlaces : { places, unsure: commonPlaces(unsure, places) };
}

/** Undefined if the block does not have all of them. */
function foundTerms(rows: readonly TermsRow[], terms: readonly QueryTerm[]): FoundTerm[] | undefined {
  const found: FoundTerm[] = [];
  for (const { term, offset, own, shared, hasPositions } of terms) {
    const row = rows.find(({ bucket }) => bucket === own) ?? rows.find(({ bucket }) => bucket === shared);
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
