/**
 * Which numbers have a term, for each block of them as a text that is changed without being taken apart: few as a list
 * of three digits each, many as one bit each, six to a digit, behind an asterisk.
 */
export const blockSize = 15_360;
const blockBytes = blockSize / 8;
const mapLength = blockSize / 6;
const maxListLength = mapLength;
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, digits.indexOf(String.fromCharCode(code))));

/** The text with the place added or taken away; empty when none is left. */
export function changedMembers(members: string, place: number, isThere: boolean): string {
  if (members.startsWith("*")) return changedMap(members, place, isThere);
  const entry = `${digit(place >> 12)}${digit(place >> 6)}${digit(place)}`;
  if (!isThere) return withoutEntry(members, entry);
  const longer = members + entry;
  return longer.length > maxListLength ? toMap(longer) : longer;
}

function changedMap(map: string, place: number, isThere: boolean): string {
  const at = 1 + Math.floor(place / 6);
  const bit = 32 >> (place % 6);
  const value = values[map.charCodeAt(at)] as number;
  const changed = `${map.slice(0, at)}${digit(isThere ? value | bit : value & ~bit)}${map.slice(at + 1)}`;
  return !isThere && /^\*A*$/.test(changed) ? "" : changed;
}

function withoutEntry(list: string, entry: string): string {
  let at = list.indexOf(entry);
  // What begins inside another entry is none.
  while (at >= 0 && at % 3 !== 0) at = list.indexOf(entry, at + 1);
  return at < 0 ? list : list.slice(0, at) + list.slice(at + 3);
}

function toMap(list: string): string {
  const bits = emptyBits();
  addMembers(bits, list);
  return `*${Buffer.from(bits).toString("base64")}`;
}

function digit(value: number): string {
  return digits[value & 63] as string;
}

/** Which numbers of a block are meant, the first in the highest bit. */
export type Bits = Uint8Array;

export function emptyBits(): Bits {
  return new Uint8Array(blockBytes);
}

export function addMembers(bits: Bits, members: string): void {
  if (members.startsWith("*")) {
    const bytes = Buffer.from(members.slice(1), "base64");
    for (let at = 0; at < blockBytes; at += 1) bits[at] = (bits[at] as number) | (bytes[at] as number);
    return;
  }
  for (let at = 0; at < members.length; at += 3) {
    const high = values[members.charCodeAt(at)] as number;
    const middle = values[members.charCodeAt(at + 1)] as number;
    const place = (high << 12) | (middle << 6) | (values[members.charCodeAt(at + 2)] as number);
    bits[place >> 3] = (bits[place >> 3] as number) | (128 >> (place & 7));
  }
}

export function keepCommon(bits: Bits, others: Bits): void {
  for (let at = 0; at < blockBytes; at += 1) bits[at] = (bits[at] as number) & (others[at] as number);
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

export function countBits(bits: Bits): number {
  let count = 0;
  for (let at = 0; at < blockBytes; at += 1) count += bitCounts[bits[at] as number] as number;
  return count;
}

/** From the highest below `before`. */
export function* placesDown(bits: Bits, before: number): Generator<number> {
  for (let place = before - 1; place >= 0; place -= 1) {
    const byte = bits[place >> 3] as number;
    if (byte === 0) place &= ~7;
    else if (byte & (128 >> (place & 7))) yield place;
  }
}
