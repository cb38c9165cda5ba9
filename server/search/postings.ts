import type { Bits } from "./places";

/** More than the longest text has letters. */
const positionsOfPlace = 2 ** 20;
/** From this ratio of encoded postings to remaining hits on, it pays to decode only the postings of these hits. */
const sparse = 16;
/** Never part of base64. */
const runEnd = ",";

/**
 * Where a term occurs in the texts of a block, in order: each number is a place and a position in its text. Only terms of the full
 * length have positions, which tell whether they make up a longer word.
 */
export type Postings = Float64Array;

export function posting(place: number, position: number): number {
  return place * positionsOfPlace + position;
}

export function placeOf(entry: number): number {
  return Math.floor(entry / positionsOfPlace);
}

/** Two numbers for each posting, 7 bits to a byte: the difference to the place before, and the position. */
export function encodePostings(postings: Postings | readonly number[]): string {
  const bytes: number[] = [];
  let last = 0;
  for (const entry of postings) {
    const place = placeOf(entry);
    writeNumber(bytes, place - last);
    writeNumber(bytes, entry - place * positionsOfPlace);
    last = place;
  }
  return Buffer.from(bytes).toString("base64");
}

function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 0x7f; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}

/** Adds a run of postings without decoding those before it: the places of a run are counted from 0 again. */
export function appendedPostings(text: string, added: readonly number[]): string {
  return text === "" ? encodePostings(added) : `${text}${runEnd}${encodePostings(added)}`;
}

/** With `places`, only the postings of these. */
export function decodePostings(text: string, places?: Bits): Postings {
  if (!text.includes(runEnd)) return decodeRun(text, places);
  const runs = text.split(runEnd).map((run) => decodeRun(run, places));
  const postings = new Float64Array(runs.reduce((sum, run) => sum + run.length, 0));
  let count = 0;
  for (const run of runs) {
    postings.set(run, count);
    count += run.length;
  }
  return postings;
}

/** Used again for every run. */
let scratch = new Float64Array(8_192);

function decodeRun(text: string, places: Bits | undefined): Postings {
  const bytes = Buffer.from(text, "base64");
  if (scratch.length < bytes.length >> 1) scratch = new Float64Array(bytes.length);
  const postings = scratch;
  let count = 0;
  for (let at = 0, place = 0; at < bytes.length; ) {
    let byte = bytes[at++] as number;
    let value = byte & 0x7f;
    for (let shift = 7; byte & 0x80; shift += 7) {
      byte = bytes[at++] as number;
      value |= (byte & 0x7f) << shift;
    }
    place += value;
    byte = bytes[at++] as number;
    value = byte & 0x7f;
    for (let shift = 7; byte & 0x80; shift += 7) {
      byte = bytes[at++] as number;
      value |= (byte & 0x7f) << shift;
    }
    if (places !== undefined && (((places[place >> 3] ?? 0) >> (place & 7)) & 1) === 0) continue;
    postings[count++] = place * positionsOfPlace + value;
  }
  return postings.slice(0, count);
}

export function changedPostings(postings: Postings, removed: ReadonlySet<number>, added: readonly number[]): Postings {
  const kept = removed.size === 0 ? postings : postings.filter((entry) => !removed.has(placeOf(entry)));
  const changed = new Float64Array(kept.length + added.length);
  changed.set(kept);
  changed.set(added, kept.length);
  // A new record has the highest place, so sorting is rarely needed.
  return kept.length === 0 || added.length === 0 || (kept.at(-1) as number) < (added[0] as number) ? changed : changed.sort();
}

/** A term of a word: its encoded postings, and its offset in the word. */
export interface WordTerm {
  postings: string;
  offset: number;
}

/** The places where all terms have the right distances, that is, where the word occurs. With `others`, only places among these. */
export function placesWithWord(terms: readonly WordTerm[], others?: Bits): Bits {
  const [rarest, ...following] = terms.toSorted((one, other) => one.postings.length - other.postings.length) as [
    WordTerm,
    ...WordTerm[],
  ];
  let found = decodePostings(rarest.postings, others);
  for (const part of following) {
    if (found.length === 0) break;
    const among = found.length * sparse < part.postings.length ? placesOf(found) : others;
    found = followedBy(found, decodePostings(part.postings, among), part.offset - rarest.offset);
  }
  return placesOf(found);
}

function placesOf(found: Postings): Bits {
  // In order, so the last place is the highest.
  const bits = new Uint8Array(found.length === 0 ? 0 : (placeOf(found[found.length - 1] as number) >> 3) + 1);
  // By index, here and below: iterators cost more than the work.
  for (let at = 0; at < found.length; at += 1) {
    const place = placeOf(found[at] as number);
    bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7));
  }
  return bits;
}

/** The entries of `ones` that have an entry of `others` at this distance. */
function followedBy(ones: Postings, others: Postings, distance: number): Postings {
  const found = new Float64Array(ones.length);
  let count = 0;
  for (let at = 0, otherAt = 0; at < ones.length && otherAt < others.length; ) {
    const entry = ones[at] as number;
    const difference = (others[otherAt] as number) - entry - distance;
    if (difference === 0) found[count++] = entry;
    if (difference < 0) otherAt += 1;
    else at += 1;
  }
  return found.subarray(0, count);
}
