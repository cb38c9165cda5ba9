import { maxExactCount } from "../../contract";
import type { Reading } from "../context";
import { among, sql } from "../storage/sql";
import { parseSpot } from "./block";
import { blocksAtFirst, type TermsRow } from "./first-look";
import { type Bits, changedPlaces, clearPlace, commonPlaces, countPlaces, decodePlaces, hasPlace } from "./places";
import { placesWithWord, type WordPlaces, type WordTerm } from "./postings";
import { bucketsOf, type QueryTerm } from "./query-terms";
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
  readonly #words: readonly (readonly QueryTerm[])[];
  readonly #changed: ReadonlyMap<number, readonly { place: number }[]>;
  readonly #groups: Promise<BlockTerms[]>[] = [];
  readonly #places = new Map<number, FoundPlaces>();
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
    const found = placesInBlock(terms, this.#words);
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

const noPlaces: FoundPlaces = { places: new Uint8Array(), unsure: new Uint8Array() };

function placesInBlock(rows: readonly TermsRow[], words: readonly (readonly QueryTerm[])[]): FoundPlaces {
  const found: FoundTerm[][] = [];
  for (const terms of words) {
    const ofWord: FoundTerm[] = [];
    for (const { term, offset, bucket, hasPositions } of terms) {
      const row = rows.find((some) => some.bucket === bucket);
      const where = row && whereIs(row.terms, term);
      if (where === undefined) return noPlaces;
      ofWord.push({ postings: where, offset, hasPositions });
    }
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
