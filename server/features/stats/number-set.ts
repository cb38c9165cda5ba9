import { countFollows, longStep, unitsOfCounts } from "../../visits/rollups/multiset";

const wordBits = 5;
const bitsPerWord = 2 ** wordBits;
const firstLength = 8;
/** More are kept as bits, whose length is that of the highest number, however few numbers there are. */
export const maxListed = 1_024;

/** A set of small whole numbers: a list of them while they are few, then bits. */
export class NumberSet {
  /** In any order, and some of them more than once. */
  #listed = new Uint32Array(firstLength);
  #listedLength = 0;
  #words: Uint32Array | undefined;

  /** Counted when it is asked for: adding is done a million times before. */
  get size(): number {
    let size = 0;
    const words = this.#words;
    if (words) {
      for (let at = 0; at < words.length; at += 1) if (words[at] !== 0) size += bitsIn(words[at] as number);
      return size;
    }
    const sorted = this.#listed.slice(0, this.#listedLength).sort();
    for (let at = 0; at < sorted.length; at += 1) if (at === 0 || sorted[at] !== sorted[at - 1]) size += 1;
    return size;
  }

  /** Bytes of memory that it takes. */
  get bytes(): number {
    return this.#listed.byteLength + (this.#words?.byteLength ?? 0);
  }

  add(number: number): void {
    if (!this.#hasRoom(1)) this.#addBit(number);
    else this.#listed[this.#listedLength++] = number;
  }

  /** The numbers of a multiset's text. Decoded here, in half the time that a call for each of a million numbers would take. */
  addCounted(text: string): void {
    if (text === "") return;
    const { units, length } = unitsOfCounts(text);
    if (!this.#hasRoom(length)) {
      this.#addBits(units, length);
      return;
    }
    const listed = this.#listed;
    let next = this.#listedLength;
    let number = 0;
    for (let at = 0; at < length; at += 1) {
      const unit = units[at] as number;
      if (unit === longStep) {
        number += (units[++at] as number) + (units[++at] as number) * 0x10000;
        continue;
      }
      number += unit & ~countFollows;
      if (unit >= countFollows) at += 1;
      listed[next++] = number;
    }
    this.#listedLength = next;
  }

  #addBits(units: Uint16Array, length: number): void {
    let words = this.#words as Uint32Array;
    let number = 0;
    for (let at = 0; at < length; at += 1) {
      const unit = units[at] as number;
      if (unit === longStep) {
        number += (units[++at] as number) + (units[++at] as number) * 0x10000;
        continue;
      }
      number += unit & ~countFollows;
      if (unit >= countFollows) at += 1;
      const word = number >>> wordBits;
      if (word >= words.length) words = this.#grow(words, word + 1);
      (words[word] as number) |= 1 << (number & (bitsPerWord - 1));
    }
  }

  addAll(other: NumberSet): void {
    if (!other.#words) {
      for (let at = 0; at < other.#listedLength; at += 1) this.add(other.#listed[at] as number);
      return;
    }
    let words = this.#words ?? this.#becomeBits();
    if (other.#words.length > words.length) words = this.#grow(words, other.#words.length);
    for (let word = 0; word < other.#words.length; word += 1) (words[word] as number) |= other.#words[word] as number;
  }

  /** Whether so many numbers more can be listed. If not, the numbers are bits from now on. */
  #hasRoom(more: number): boolean {
    if (this.#words) return false;
    const needed = this.#listedLength + more;
    if (needed > maxListed) {
      this.#becomeBits();
      return false;
    }
    if (needed > this.#listed.length) {
      const listed = new Uint32Array(Math.min(maxListed, Math.max(needed, this.#listed.length * 2)));
      listed.set(this.#listed);
      this.#listed = listed;
    }
    return true;
  }

  #becomeBits(): Uint32Array {
    const listed = this.#listed.subarray(0, this.#listedLength);
    let highest = 0;
    for (let at = 0; at < listed.length; at += 1) highest = Math.max(highest, listed[at] as number);
    this.#words = new Uint32Array(Math.max(firstLength, (highest >>> wordBits) + 1));
    for (let at = 0; at < listed.length; at += 1) this.#addBit(listed[at] as number);
    this.#listed = new Uint32Array(0);
    this.#listedLength = 0;
    return this.#words;
  }

  #addBit(number: number): void {
    const word = number >>> wordBits;
    let words = this.#words as Uint32Array;
    if (word >= words.length) words = this.#grow(words, word + 1);
    (words[word] as number) |= 1 << (number & (bitsPerWord - 1));
  }

  #grow(before: Uint32Array, atLeast: number): Uint32Array {
    const words = new Uint32Array(Math.max(atLeast, before.length * 2));
    words.set(before);
    this.#words = words;
    return words;
  }
}

/** Adds up neighbouring bits, then pairs, then groups of four, all at once. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
