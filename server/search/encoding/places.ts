/**
 * The places in a block that have a term, as text: few as a list of numbers, many as a bit each. Both are base64 behind a
 * letter that tells which.
 */
export type Bits = Uint8Array;

const listMark = "L";
const bitsMark = "B";
const maxListedBytes = 0x10000 / 8;
const listedPlaceBytes = 2;

export function decodePlaces(text: string): Bits {
  const bytes = Buffer.from(text.slice(1), "base64");
  if (text.startsWith(bitsMark)) return bytes;
  // In order, so the last is the highest.
  const bits = new Uint8Array(bytes.length === 0 ? 0 : (placeAt(bytes, bytes.length - listedPlaceBytes) >> 3) + 1);
  for (let at = 0; at < bytes.length; at += listedPlaceBytes) setPlace(bits, placeAt(bytes, at));
  return bits;
}

/** The buffer's own reading of two bytes takes several times as long. */
function placeAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
}

/** Empty when no place is left. */
export function encodePlaces(bits: Bits): string {
  const count = countPlaces(bits);
  if (count === 0) return "";
  if (count * listedPlaceBytes >= bits.length || bits.length > maxListedBytes) {
    return bitsMark + Buffer.from(bits.buffer, bits.byteOffset, bits.length).toString("base64");
  }
  const places = placesIn(bits);
  const bytes = Buffer.alloc(places.length * listedPlaceBytes);
  for (const [index, place] of places.entries()) bytes.writeUInt16LE(place, index * listedPlaceBytes);
  return listMark + bytes.toString("base64");
}

export function changedPlaces(bits: Bits, added: readonly number[], removed: Iterable<number>): Bits {
  let highest = -1;
  for (const place of added) if (place > highest) highest = place;
  const changed = new Uint8Array(Math.max(bits.length, (highest >> 3) + 1));
  changed.set(bits);
  for (const place of removed) clearPlace(changed, place);
  for (const place of added) setPlace(changed, place);
  return changed;
}

export function commonPlaces(one: Bits, other: Bits): Bits {
  // Not a slice: one of a Buffer is another Buffer on the same memory, which takes longer to make than to fill new memory.
  const common = new Uint8Array(Math.min(one.length, other.length));
  for (let at = 0; at < common.length; at += 1) common[at] = (one[at] as number) & (other[at] as number);
  return common;
}

export function clearPlace(bits: Bits, place: number): void {
  if (place >> 3 < bits.length) bits[place >> 3] = (bits[place >> 3] as number) & ~(1 << (place & 7));
}

export function hasPlace(bits: Bits, place: number): boolean {
  return place >> 3 < bits.length && (((bits[place >> 3] as number) >> (place & 7)) & 1) === 1;
}

function setPlace(bits: Bits, place: number): void {
  bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7));
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

export function countPlaces(bits: Bits): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) count += bitCounts[bits[at] as number] as number;
  return count;
}

export function hasPlaces(bits: Bits): boolean {
  for (let at = 0; at < bits.length; at += 1) if (bits[at] !== 0) return true;
  return false;
}

/** From the lowest. */
export function placesIn(bits: Bits): number[] {
  const places: number[] = [];
  for (let at = 0; at < bits.length; at += 1) {
    const byte = bits[at] as number;
    if (byte === 0) continue;
    for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) places.push(at * 8 + bit);
  }
  return places;
}
