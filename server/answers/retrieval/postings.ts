/** The passages of a term, in their order, with the term's weight in each. */
export interface PostingList {
  start: number;
  end: number;
}

/** Weights are between 0 and 1, kept as fractions of this. */
export const weightUnit = 255;
const noPostings: PostingList = { start: 0, end: 0 };

export interface PostingArrays {
  /** How many bits of a hash name its bucket. */
  bucketBits: number;
  /** Where each bucket begins, among the terms and among the postings; and, at last, where they end. */
  bucketTerms: Uint32Array;
  bucketPostings: Uint32Array;
  /** Of each term: the rest of its hash, and how many postings it has. */
  remainders: Uint16Array;
  counts: Uint16Array;
  passages: Uint16Array;
  weights: Uint8Array;
}

/**
 * Which passages have a term, in typed arrays: three bytes for each passage, and about six for the term. Terms are in small
 * buckets by the first bits of their hashes, so neither their texts nor their positions have to be kept.
 */
export class Postings {
  readonly arrays: PostingArrays;
  readonly passages: Uint16Array;
  readonly weights: Uint8Array;

  constructor(arrays: PostingArrays) {
    this.arrays = arrays;
    this.passages = arrays.passages;
    this.weights = arrays.weights;
  }

  /** Empty for a term that no passage has. */
  listOf(hash: number): PostingList {
    const { bucketBits, bucketTerms, bucketPostings, remainders, counts } = this.arrays;
    const bucket = bucketOf(hash, bucketBits);
    const remainder = remainderOf(hash);
    let start = bucketPostings[bucket] as number;
    for (let term = bucketTerms[bucket] as number; term < (bucketTerms[bucket + 1] as number); term += 1) {
      const count = counts[term] as number;
      if (remainders[term] === remainder) return { start, end: start + count };
      start += count;
    }
    return noPostings;
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
    const { bucketTerms, bucketPostings, remainders, counts, passages, weights } = this.arrays;
    const arrays = [bucketTerms, bucketPostings, remainders, counts, passages, weights];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
}

export function bucketOf(hash: number, bits: number): number {
  return hash >>> (32 - bits);
}

export function remainderOf(hash: number): number {
  return hash & 0xffff;
}
