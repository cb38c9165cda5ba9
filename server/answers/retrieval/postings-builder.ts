import { bucketOf, Postings, remainderOf, weightUnit } from "./postings";
import { TermSums } from "./term-sums";

/** BM25's k1: how soon repetitions of a term in a passage stop counting. */
const saturation = 1.2;
/** Postings in one buffer, which are moved without a pause. */
const bufferLength = 16_384;
/** On average. */
const postingsPerBucket = 32;
const leastBits = 4;
const mostBits = 20;

interface PostingBuffer {
  hashes: Int32Array;
  passages: Uint16Array;
  weights: Uint8Array;
  length: number;
}

/** Gathers which terms passages have. Passages come in their order. */
export class PostingsBuilder {
  readonly #buffers: PostingBuffer[] = [];
  readonly #sums = new TermSums();
  #count = 0;

  /** Adds a term to the current passage, until `endPassage`. */
  add(hash: number, weight: number): void {
    this.#sums.add(hash, weight);
  }

  endPassage(passage: number): void {
    this.#sums.drain((hash, weight) => {
      let buffer = this.#buffers.at(-1);
      if (!buffer || buffer.length === bufferLength) this.#buffers.push((buffer = emptyBuffer()));
      buffer.hashes[buffer.length] = hash;
      buffer.passages[buffer.length] = passage;
      buffer.weights[buffer.length] = Math.max(1, Math.round((weight / (weight + saturation)) * weightUnit));
      buffer.length += 1;
      this.#count += 1;
    });
  }

  *finish(): Generator<undefined, Postings, undefined> {
    const bucketBits = Math.min(mostBits, Math.max(leastBits, Math.ceil(Math.log2(this.#count / postingsPerBucket))));
    const bucketPostings = yield* this.#bucketStarts(bucketBits);
    const placed = yield* this.#placed(bucketBits, bucketPostings);
    const { passages, weights } = placed;
    return new Postings({ bucketBits, bucketPostings, passages, weights, ...(yield* grouped(placed, bucketPostings)) });
  }

  *#bucketStarts(bits: number): Generator<undefined, Uint32Array, undefined> {
    const starts = new Uint32Array(2 ** bits + 1);
    for (const { hashes, length } of this.#buffers) {
      for (let at = 0; at < length; at += 1) {
        const next = bucketOf(hashes[at] as number, bits) + 1;
        starts[next] = (starts[next] as number) + 1;
      }
      yield;
    }
    for (let bucket = 1; bucket < starts.length; bucket += 1) {
      starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number);
      if (bucket % bufferLength === 0) yield;
    }
    return starts;
  }

  /** Every posting in its bucket, in the order of the passages. Buffers go as soon as they are moved. */
  *#placed(bits: number, starts: Uint32Array): Generator<undefined, Placed, undefined> {
    // Allocating takes time, so each array is a step of its own.
    const next = starts.slice();
    const remainders = new Uint16Array(this.#count);
    yield;
    const passages = new Uint16Array(this.#count);
    yield;
    const weights = new Uint8Array(this.#count);
    yield;
    for (const [number, buffer] of this.#buffers.entries()) {
      for (let at = 0; at < buffer.length; at += 1) {
        const hash = buffer.hashes[at] as number;
        const bucket = bucketOf(hash, bits);
        const to = next[bucket] as number;
        next[bucket] = to + 1;
        remainders[to] = remainderOf(hash);
        passages[to] = buffer.passages[at] as number;
        weights[to] = buffer.weights[at] as number;
      }
      if (spare.length < maxSpare) spare.push(buffer);
      this.#buffers[number] = noBuffer;
      yield;
    }
    return { remainders, passages, weights };
  }
}

interface Placed {
  remainders: Uint16Array;
  passages: Uint16Array;
  weights: Uint8Array;
}

interface Terms {
  bucketTerms: Uint32Array;
  remainders: Uint16Array;
  counts: Uint16Array;
}

/** Puts the postings of a term together, in each bucket. */
function* grouped({ remainders, passages, weights }: Placed, starts: Uint32Array): Generator<undefined, Terms, undefined> {
  const bucketTerms = new Uint32Array(starts.length);
  // Several buffers, because the number of terms is known only at the end.
  const buffers: TermBuffer[] = [];
  let buffer = noTerms;
  let count = 0;
  let moved = 0;
  for (let bucket = 0; bucket + 1 < starts.length; bucket += 1) {
    const [start, end] = [starts[bucket] as number, starts[bucket + 1] as number];
    groupBucket(start, end);
    bucketTerms[bucket + 1] = count;
    moved += end - start + 1;
    if (moved < bufferLength) continue;
    moved = 0;
    yield;
  }
  const allRemainders = joined(
    buffers.map((one) => one.remainders),
    count,
  );
  yield;
  const counts = joined(
    buffers.map((one) => one.counts),
    count,
  );
  return { bucketTerms, remainders: allRemainders, counts };

  function groupBucket(start: number, end: number): void {
    const found: number[] = [];
    for (let at = start; at < end; at += 1) {
      const remainder = remainders[at] as number;
      if (remainder !== found.at(-1) && !found.includes(remainder)) found.push(remainder);
    }
    if (found.length === 1) addTerm(found[0] as number, end - start);
    if (found.length < 2) return;
    const [oldPassages, oldWeights] = [passages.slice(start, end), weights.slice(start, end)];
    let to = start;
    for (const remainder of found) {
      const first = to;
      for (let at = start; at < end; at += 1) {
        if (remainders[at] !== remainder) continue;
        passages[to] = oldPassages[at - start] as number;
        weights[to] = oldWeights[at - start] as number;
        to += 1;
      }
      addTerm(remainder, to - first);
    }
  }

  function addTerm(remainder: number, postings: number): void {
    const at = count % bufferLength;
    if (at === 0) buffers.push((buffer = emptyTerms()));
    buffer.remainders[at] = remainder;
    buffer.counts[at] = postings;
    count += 1;
  }
}

type TermBuffer = Pick<Terms, "remainders" | "counts">;

const noTerms: TermBuffer = { remainders: new Uint16Array(0), counts: new Uint16Array(0) };

function emptyTerms(): TermBuffer {
  return { remainders: new Uint16Array(bufferLength), counts: new Uint16Array(bufferLength) };
}

function joined(buffers: readonly Uint16Array[], length: number): Uint16Array {
  const all = new Uint16Array(length);
  for (const [number, buffer] of buffers.entries())
    all.set(buffer.subarray(0, length - number * bufferLength), number * bufferLength);
  return all;
}

/** Buffers of earlier builds, for the next one: the runtime is slow to free large arrays. */
const spare: PostingBuffer[] = [];
const maxSpare = 64;

function emptyBuffer(): PostingBuffer {
  const buffer = spare.pop();
  if (buffer) return { ...buffer, length: 0 };
  return {
    hashes: new Int32Array(bufferLength),
    passages: new Uint16Array(bufferLength),
    weights: new Uint8Array(bufferLength),
    length: 0,
  };
}

const noBuffer: PostingBuffer = {
  hashes: new Int32Array(0),
  passages: new Uint16Array(0),
  weights: new Uint8Array(0),
  length: 0,
};
