import type { Bits } from "./places";
import { placeOf, posting } from "./posting";

/**
 * Postings of a term that many places have, at most one of each place: a cell for every place, all of one width, with its position.
 * So the few that are asked for are found without decoding the rest.
 */
const layerMark = "*";
const firstDigit = 48;
/** The printable letters of ASCII from "0" on. */
const digits = 79;
/** A layer is shorter than a run if one of so many places has the term. */
const cellsOfPosting = 3;
const leastPlaces = 64;
/** Texts that repeat a term often would make a layer of each time. */
export const maxLayers = 4;

export function isLayer(text: string): boolean {
  return text.startsWith(layerMark);
}

/** Whether postings in order are better kept as a layer. Where most are left behind the last layer, layers do not pay. */
export function isDense(postings: readonly number[] | Float64Array): boolean {
  let [places, last] = [0, -1];
  for (let at = 0; at < postings.length; at += 1) {
    const place = placeOf(postings[at] as number);
    if (place !== last) places += 1;
    last = place;
  }
  return places >= leastPlaces && places * cellsOfPosting > last && postings.length <= places * maxLayers;
}

/** A layer with the first posting of each place, and the other postings. */
export function encodeLayer(postings: readonly number[] | Float64Array): { layer: string; others: number[] } {
  const others: number[] = [];
  const length = placeOf(postings.at(-1) as number) + 1;
  const cells = emptyCells(length);
  let most = 0;
  for (let at = 0; at < postings.length; at += 1) {
    const entry = postings[at] as number;
    const place = placeOf(entry);
    if (cells[place] !== 0) others.push(entry);
    else {
      const cell = entry - posting(place, 0) + 1;
      cells[place] = cell;
      if (cell > most) most = cell;
    }
  }
  let width = 1;
  for (let rest = most; rest >= digits; rest = Math.floor(rest / digits)) width += 1;
  const text = lettersFor(length * width);
  for (let place = 0, at = 0; place < length; place += 1) {
    for (let digit = 0, rest = cells[place] as number; digit < width; digit += 1, rest = Math.floor(rest / digits))
      text[at++] = firstDigit + (rest % digits);
  }
  return { layer: `${layerMark}${width}${text.toString("latin1", 0, length * width)}`, others };
}

/** Used again for each layer, as are the letters below. 0 is a place without the term. */
let allCells = new Int32Array(16_384);

function emptyCells(length: number): Int32Array {
  if (allCells.length < length) allCells = new Int32Array(2 * length);
  return allCells.fill(0, 0, length);
}

const cellsFrom = layerMark.length + 1;

function widthOf(text: string): number {
  return text.charCodeAt(layerMark.length) - firstDigit;
}

export function cellsOf(text: string): number {
  return (text.length - cellsFrom) / widthOf(text);
}

/** Writes the postings from `into[from]` on and returns where they end. With `places`, only those of these. */
export function decodeLayer(text: string, places: Bits | undefined, into: Float64Array, from: number): number {
  const width = widthOf(text);
  const cells = cellsOf(text);
  const read = lettersIn(text);
  const end = places === undefined ? cells : Math.min(cells, places.length * 8);
  let count = from;
  for (let place = 0; place < end; place += 1) {
    if (places !== undefined) {
      const byte = (places[place >> 3] as number) >> (place & 7);
      // None of the rest of this byte's places is asked for.
      if (byte === 0) place |= 7;
      if ((byte & 1) === 0) continue;
    }
    const cell = numberAt(read, cellsFrom + place * width, width);
    if (cell > 0) into[count++] = posting(place, cell - 1);
  }
  return count;
}

/** Keeps those of the first `count` entries that have a posting of the layer at this distance, and returns how many they are. */
export function followedInLayer(entries: Float64Array, count: number, layer: string, distance: number): number {
  const width = widthOf(layer);
  const cells = cellsOf(layer);
  const read = lettersIn(layer);
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    const entry = entries[at] as number;
    const place = placeOf(entry);
    if (place >= cells) break;
    const cell = numberAt(read, cellsFrom + place * width, width);
    if (cell > 0 && posting(place, cell - 1) === entry + distance) entries[kept++] = entry;
  }
  return kept;
}

let letters = Buffer.alloc(16_384);

function lettersFor(length: number): Buffer {
  if (letters.length < length) letters = Buffer.alloc(2 * length);
  return letters;
}

/** Reading letters one by one from a text takes several times as long. */
function lettersIn(text: string): Buffer {
  const read = lettersFor(text.length);
  read.write(text, "latin1");
  return read;
}

function numberAt(text: Buffer, at: number, width: number): number {
  if (width === 1) return (text[at] as number) - firstDigit;
  let number = 0;
  for (let digit = width - 1; digit >= 0; digit -= 1) number = number * digits + (text[at + digit] as number) - firstDigit;
  return number;
}
