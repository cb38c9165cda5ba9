/**
 * The numbers that have a term, as text. The newest are in one list, so that a rare term has a single row. When that list is
 * full, its numbers move to blocks: a block with few numbers is a list, one with many is `*` and a bitmap in base64.
 */
export const newestBlock = -1;
export const maxNewestLength = 900;
export const blockSize = 15_360;

const blockBytes = blockSize / 8;
const maxListLength = blockSize / 6;
const newestEntryLength = 5;
const entryLength = 3;
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, digits.indexOf(String.fromCharCode(code))));

export function newestEntry(number: number): string {
  return entry(number, newestEntryLength);
}

export function newestNumbers(members: string): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < members.length; at += newestEntryLength) numbers.push(numberAt(members, at, newestEntryLength));
  return numbers;
}

/** Undefined when the number is not in the list. */
export function withoutNewest(members: string, number: number): string | undefined {
  return withoutEntry(members, newestEntry(number));
}

/** A block's text after a position is added or removed. */
export function changedMembers(members: string, position: number, isThere: boolean): string {
  if (members.startsWith("*")) return changedMap(members, position, isThere);
  if (!isThere) return withoutEntry(members, entry(position, entryLength)) ?? members;
  const longer = members + entry(position, entryLength);
  return longer.length > maxListLength ? toMap(longer) : longer;
}

function changedMap(map: string, position: number, isThere: boolean): string {
  const at = 1 + Math.floor(position / 6);
  const bit = 32 >> (position % 6);
  const value = values[map.charCodeAt(at)] as number;
  const changed = `${map.slice(0, at)}${digits[isThere ? value | bit : value & ~bit]}${map.slice(at + 1)}`;
  return !isThere && /^\*A*$/.test(changed) ? "" : changed;
}

function withoutEntry(list: string, removed: string): string | undefined {
  let at = list.indexOf(removed);
  // A match that begins inside another entry is none.
  while (at >= 0 && at % removed.length !== 0) at = list.indexOf(removed, at + 1);
  return at < 0 ? undefined : list.slice(0, at) + list.slice(at + removed.length);
}

function toMap(list: string): string {
  const bits = emptyBits();
  addMembers(bits, list);
  return `*${Buffer.from(bits).toString("base64")}`;
}

function entry(value: number, length: number): string {
  let text = "";
  for (let rest = value, count = 0; count < length; count += 1, rest = Math.floor(rest / 64)) text = digits[rest % 64] + text;
  return text;
}

function numberAt(text: string, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index += 1) value = value * 64 + (values[text.charCodeAt(index)] as number);
  return value;
}

/** One bit for each number of a block, the first in the highest bit. */
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
  for (let at = 0; at < members.length; at += entryLength) setBit(bits, numberAt(members, at, entryLength));
}

export function setBit(bits: Bits, position: number): void {
  bits[position >> 3] = (bits[position >> 3] as number) | (128 >> (position & 7));
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

/** The positions of set bits below `before`, highest first. */
export function* positionsDown(bits: Bits, before: number): Generator<number> {
  for (let position = before - 1; position >= 0; position -= 1) {
    const byte = bits[position >> 3] as number;
    if (byte === 0) position &= ~7;
    else if (byte & (128 >> (position & 7))) yield position;
  }
}
