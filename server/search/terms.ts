import { changedPlaces, decodePlaces, encodePlaces } from "./encoding/places";
import { placeOf } from "./encoding/posting";
import { appendedPostings, changedPostings, decodePostings, encodePostings } from "./encoding/postings";
import type { Stretches } from "./stretches";
import { hasPositions } from "./text";

const buckets = 512;

/** Terms share rows by a hash: a row for each term would cost more than its content. */
export function bucketOf(term: string): string {
  let hash = 0;
  for (let at = 0; at < term.length; at += 1) hash = (Math.imul(hash, 31) + term.charCodeAt(at)) | 0;
  return String((hash ^ (hash >>> 9) ^ (hash >>> 18)) & (buckets - 1));
}

export const sharedBuckets: readonly string[] = Array.from({ length: buckets }, (_, bucket) => String(bucket));

/** For a term that has a row to itself. */
export function ownBucketOf(term: string): string {
  return `=${term}`;
}

export interface TermChange {
  removed: Set<number>;
  /** From `posting`. */
  added: number[];
  /** Only new records of the block have the term, so their postings are added at the end. */
  isAppended: boolean;
}

/** Applies changes to the row of a bucket: one line for each term, with a space before its places or postings. Empty without terms. */
export async function changedTerms(row: string, changes: Iterable<[string, TermChange]>, stretches: Stretches): Promise<string> {
  const found = new Map(parseTerms(row));
  for (const [term, { removed, added, isAppended }] of changes) {
    // Somebody may have chosen texts whose terms are all in one bucket.
    const pause = stretches.pause();
    if (pause) await pause;
    const before = found.get(term) ?? "";
    const after = hasPositions(term)
      ? isAppended
        ? appendedPostings(before, added)
        : encodePostings(changedPostings(decodePostings(before), removed, added))
      : encodePlaces(changedPlaces(decodePlaces(before), added.map(placeOf), removed));
    if (after === "") found.delete(term);
    else found.set(term, after);
  }
  return formatTerms(found);
}

export function formatTerms(terms: Iterable<readonly [string, string]>): string {
  let text = "";
  for (const [term, where] of terms) text += `\n${term} ${where}`;
  return text;
}

export function parseTerms(row: string): [string, string][] {
  return row.split("\n").flatMap((line): [string, string][] => {
    const end = line.lastIndexOf(" ");
    return end < 0 ? [] : [[line.slice(0, end), line.slice(end + 1)]];
  });
}

/** The encoded places or postings of a term; undefined when the row does not have it. */
export function whereIs(row: string, term: string): string | undefined {
  const line = row.indexOf(`\n${term} `);
  if (line < 0) return undefined;
  const start = line + term.length + 2;
  const end = row.indexOf("\n", start);
  return end < 0 ? row.slice(start) : row.slice(start, end);
}
