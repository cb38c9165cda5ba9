import { cellsOf, decodeLayer, encodeLayer, followedInLayer, isDense, isLayer, maxLayers } from "./layers";
import { type Bits, hasPlace } from "./places";
import { furtherPosition, placeOf, posting } from "./posting";

/** From this ratio of encoded postings to remaining hits on, it pays to decode only the postings of these hits. */
const sparse = 16;
/** So many are not appended but put in order with those before them, which may make a layer of them. */
const manyAdded = 64;
/** Between two layers or runs: part of neither. */
const sectionEnd = ",";
/** Of a posting in a run: a place and a position take up to three each. */
const mostBytes = 6;
const noPlaces: ReadonlySet<number> = new Set();

/**
 * Where a term occurs in the texts of a block, in order: each number is a place and a position in its text. Only terms of the full
 * length have positions, which tell whether they make up a longer word.
 */
export type Postings = Float64Array;

/** As layers while they are dense, and the rest as a run. */
export function encodePostings(postings: Postings | readonly number[]): string {
  const sections: string[] = [];
  let rest = postings;
  while (sections.length < maxLayers && isDense(rest)) {
    const { layer, others } = encodeLayer(rest);
    sections.push(layer);
    rest = others;
  }
  if (rest.length > 0) sections.push(encodeRun(rest));
  return sections.join(sectionEnd);
}

/** Two numbers for each posting, 7 bits to a byte: the difference to the place before, and the position. */
function encodeRun(postings: Postings | readonly number[]): string {
  const bytes = bytesFor(postings.length * mostBytes);
  let last = 0;
  let end = 0;
  for (let at = 0; at < postings.length; at += 1) {
    const entry = postings[at] as number;
    const place = placeOf(entry);
    end = writeNumber(bytes, end, place - last);
    end = writeNumber(bytes, end, entry - posting(place, 0));
    last = place;
  }
  return bytes.toString("base64", 0, end);
}

/** Returns where it ends. */
function writeNumber(bytes: Buffer, from: number, value: number): number {
  let rest = value;
  let at = from;
  for (; rest > 0x7f; rest >>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  return at;
}

/** Few are added as a run of their own, without decoding those before them. */
export function appendedPostings(text: string, added: readonly number[]): string {
  if (text === "") return encodePostings(added);
  if (added.length >= manyAdded) return encodePostings(changedPostings(decodePostings(text), noPlaces, added));
  return `${text}${sectionEnd}${encodeRun(added)}`;
}

/** The same postings in as few sections as they need: what was added bit by bit is decoded faster in one. */
export function joinedSections(text: string): string {
  return text.includes(sectionEnd) ? encodePostings(decodePostings(text)) : text;
}

/**
 * With `places`, only the postings of these. With `further`, places whose text has the term more often than positions are kept go
 * there, and the mark that says so (`furtherPosition`) is left out: it is no position that distances could be measured from.
 */
export function decodePostings(text: string, places?: Bits, further?: number[]): Postings {
  const count = decodeToScratch(text, places, further);
  // Not before: decoding may have made the scratch memory anew.
  const postings = scratch.slice(0, count);
  freeScratch();
  return postings;
}

/** Returns how many there are. */
function decodeToScratch(text: string, places: Bits | undefined, further: number[] | undefined): number {
  // One section is in order.
  if (!text.includes(sectionEnd)) return decodeSection(text, places, further, 0);
  let count = 0;
  for (const section of text.split(sectionEnd)) count = decodeSection(section, places, further, count);
  if (!isInOrder(scratch, count)) scratch.subarray(0, count).sort();
  return count;
}

function isInOrder(postings: Postings, count: number): boolean {
  for (let at = 1; at < count; at += 1) if ((postings[at - 1] as number) > (postings[at] as number)) return false;
  return true;
}

/** Both are used again each time, unless a term that texts repeat without end has made them large. */
const usualLength = 16_384;
const mostKept = 2 ** 20;
const mostKeptBytes = 2 ** 22;
let scratch = new Float64Array(usualLength);
let scratchBytes = Buffer.alloc(usualLength);

function freeScratch(): void {
  if (scratch.length > mostKept) scratch = new Float64Array(usualLength);
  if (scratchBytes.length > mostKeptBytes) scratchBytes = Buffer.alloc(usualLength);
}

/** Writes to the scratch memory from `from` on; returns where it ends. */
function decodeSection(text: string, places: Bits | undefined, further: number[] | undefined, from: number): number {
  if (!isLayer(text)) return decodeRun(text, places, further, from);
  makeRoom(from + cellsOf(text));
  return decodeLayer(text, places, scratch, from);
}

function decodeRun(text: string, places: Bits | undefined, further: number[] | undefined, from: number): number {
  const bytes = bytesFor(text.length);
  const length = bytes.write(text, "base64");
  makeRoom(from + (length >> 1));
  const postings = scratch;
  let count = from;
  let isWanted = places === undefined || hasPlace(places, 0);
  for (let at = 0, place = 0; at < length; ) {
    let byte = bytes[at++] as number;
    // Often it is the place of the one before.
    if (byte > 0) {
      let difference = byte & 0x7f;
      for (let shift = 7; byte & 0x80; shift += 7) {
        byte = bytes[at++] as number;
        difference |= (byte & 0x7f) << shift;
      }
      place += difference;
      isWanted = places === undefined || hasPlace(places, place);
    }
    byte = bytes[at++] as number;
    let position = byte & 0x7f;
    for (let shift = 7; byte & 0x80; shift += 7) {
      byte = bytes[at++] as number;
      position |= (byte & 0x7f) << shift;
    }
    if (!isWanted) continue;
    if (further !== undefined && position === furtherPosition) further.push(place);
    else postings[count++] = posting(place, position);
  }
  return count;
}

function bytesFor(length: number): Buffer {
  if (scratchBytes.length < length) scratchBytes = Buffer.alloc(2 * length);
  return scratchBytes;
}

function makeRoom(length: number): void {
  if (scratch.length >= length) return;
  const larger = new Float64Array(2 * length);
  larger.set(scratch);
  scratch = larger;
}

/** Both in order. */
export function changedPostings(postings: Postings, removed: ReadonlySet<number>, added: readonly number[]): Postings {
  const changed = new Float64Array(postings.length + added.length);
  let count = 0;
  let next = 0;
  for (let at = 0; at < postings.length; at += 1) {
    const entry = postings[at] as number;
    if (removed.size > 0 && removed.has(placeOf(entry))) continue;
    while (next < added.length && (added[next] as number) < entry) changed[count++] = added[next++] as number;
    changed[count++] = entry;
  }
  while (next < added.length) changed[count++] = added[next++] as number;
  return changed.subarray(0, count);
}

/** A term of a word: its encoded postings, and its offset in the word. */
export interface WordTerm {
  postings: string;
  offset: number;
}

/** Where a word occurs, and where it may: only a look at the text tells, because the text has more positions than are kept. */
export interface WordPlaces {
  places: Bits;
  further: readonly number[];
}

/** The places where all terms have the right distances, that is, where the word occurs. With `others`, only places among these. */
export function placesWithWord(terms: readonly WordTerm[], others?: Bits): WordPlaces {
  const [rarest, ...following] = terms.toSorted((one, other) => one.postings.length - other.postings.length) as [
    WordTerm,
    ...WordTerm[],
  ];
  const further: number[] = [];
  const found = decodePostings(rarest.postings, others, further);
  let count = found.length;
  for (const part of following) {
    if (count === 0) break;
    count = followedBy(found, count, part.postings, part.offset - rarest.offset, others, further);
  }
  return { places: placesOf(found, count), further: following.length === 0 ? [] : further };
}

function placesOf(found: Postings, count: number): Bits {
  // In order, so the last place is the highest.
  const bits = new Uint8Array(count === 0 ? 0 : (placeOf(found[count - 1] as number) >> 3) + 1);
  // By index, here and below: iterators cost more than the work.
  for (let at = 0; at < count; at += 1) {
    const place = placeOf(found[at] as number);
    bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7));
  }
  return bits;
}

/**
 * Keeps those of the first `count` entries that have a posting at this distance, and returns how many they are: a new array for
 * each block and term would cost more than the work. With `places`, no others are there.
 */
function followedBy(
  entries: Postings,
  count: number,
  postings: string,
  distance: number,
  places: Bits | undefined,
  further: number[],
): number {
  if (isLayer(postings) && !postings.includes(sectionEnd)) return followedInLayer(entries, count, postings, distance);
  const among = count * sparse < postings.length ? placesOf(entries, count) : places;
  const otherCount = decodeToScratch(postings, among, further);
  const others = scratch;
  let kept = 0;
  for (let at = 0, otherAt = 0; at < count && otherAt < otherCount; ) {
    const entry = entries[at] as number;
    const difference = (others[otherAt] as number) - entry - distance;
    if (difference === 0) entries[kept++] = entry;
    if (difference < 0) otherAt += 1;
    else at += 1;
  }
  freeScratch();
  return kept;
}
