/** How soon a term that is repeated in a passage counts no more; as in BM25. */
const saturation = 1.2;
/** Terms or postings that are moved at a stretch. */
const movedAtOnce = 20_000;

/** Gathers which terms passages have. Passages come in their order. */
export class PostingsBuilder {
  readonly #termOf = new Map<number, number>();
  #terms = new Uint32Array(4_096);
  #passages = new Uint16Array(4_096);
  #weights = new Float32Array(4_096);
  #count = 0;

  add(passage: number, weights: ReadonlyMap<number, number>): void {
    for (const [hash, weight] of weights) {
      let term = this.#termOf.get(hash);
      if (term === undefined) this.#termOf.set(hash, (term = this.#termOf.size));
      if (this.#count === this.#terms.length) this.#grow();
      this.#terms[this.#count] = term;
      this.#passages[this.#count] = passage;
      this.#weights[this.#count] = weight / (weight + saturation);
      this.#count += 1;
    }
  }

  *finish(): Generator<undefined, Postings, undefined> {
    const starts = new Uint32Array(this.#termOf.size + 1);
    for (let at = 0; at < this.#count; at += 1) {
      starts[(this.#terms[at] as number) + 1] = (starts[(this.#terms[at] as number) + 1] as number) + 1;
      if (at % movedAtOnce === 0) yield;
    }
    for (let term = 0; term < this.#termOf.size; term += 1)
      starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
    yield;
    const next = starts.slice();
    const passages = new Uint16Array(this.#count);
    const weights = new Float32Array(this.#count);
    for (let at = 0; at < this.#count; at += 1) {
      const term = this.#terms[at] as number;
      const to = next[term] as number;
      next[term] = to + 1;
      passages[to] = this.#passages[at] as number;
      weights[to] = this.#weights[at] as number;
      if (at % movedAtOnce === 0) yield;
    }
    return new Postings(yield* this.#dictionary(), starts, passages, weights);
  }

  *#dictionary(): Generator<undefined, Dictionary, undefined> {
    let capacity = 64;
    while (capacity < this.#termOf.size * 1.5) capacity *= 2;
    const hashes = new Int32Array(capacity);
    const terms = new Int32Array(capacity).fill(-1);
    let moved = 0;
    for (const [hash, term] of this.#termOf) {
      let slot = hash & (capacity - 1);
      while (terms[slot] !== -1) slot = (slot + 1) & (capacity - 1);
      hashes[slot] = hash;
      terms[slot] = term;
      if (++moved % movedAtOnce === 0) yield;
    }
    return { hashes, terms };
  }

  #grow(): void {
    const length = this.#terms.length * 2;
    const [terms, passages, weights] = [new Uint32Array(length), new Uint16Array(length), new Float32Array(length)];
    terms.set(this.#terms);
    passages.set(this.#passages);
    weights.set(this.#weights);
    [this.#terms, this.#passages, this.#weights] = [terms, passages, weights];
  }
}

/** A hash table with open addressing; -1 is a free slot. */
interface Dictionary {
  hashes: Int32Array;
  terms: Int32Array;
}

/** The passages of a term, in their order, with the term's weight in each. */
export interface PostingList {
  start: number;
  end: number;
}

/** Which passages have a term, in typed arrays: about six bytes for each, and nothing for the collector to walk through. */
export class Postings {
  readonly #dictionary: Dictionary;
  readonly #starts: Uint32Array;

  constructor(
    dictionary: Dictionary,
    starts: Uint32Array,
    readonly passages: Uint16Array,
    readonly weights: Float32Array,
  ) {
    this.#dictionary = dictionary;
    this.#starts = starts;
  }

  /** Empty for a term that no passage has. */
  listOf(hash: number): PostingList {
    const { hashes, terms } = this.#dictionary;
    const last = hashes.length - 1;
    for (let slot = hash & last; terms[slot] !== -1; slot = (slot + 1) & last) {
      const term = terms[slot] as number;
      if (hashes[slot] === hash) return { start: this.#starts[term] as number, end: this.#starts[term + 1] as number };
    }
    return { start: 0, end: 0 };
  }

  has({ start, end }: PostingList, passage: number): boolean {
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.passages[middle] as number;
      if (found === passage) return true;
      if (found < passage) low = middle + 1;
      else high = middle;
    }
    return false;
  }

  get bytes(): number {
    const { hashes, terms } = this.#dictionary;
    return [hashes, terms, this.#starts, this.passages, this.weights].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
}
