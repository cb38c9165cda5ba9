import { countFollows, longStep, unitsOfCounts } from "../../visits/rollups/multiset";

const wordBits = 5;
const bitsPerWord = 2 ** wordBits;
const firstWords = 8;

/** A set of small whole numbers, as bits. */
export class NumberSet {
  #words = new Uint32Array(firstWords);

  /** Counted when it is asked for: adding is done a million times before. */
  get size(): number {
    let size = 0;
    for (const word of this.#words) if (word !== 0) size += bitsIn(word);
    return size;
  }

  add(number: number): void {
    const word = number >>> wordBits;
    if (word >= this.#words.length) this.#grow(word + 1);
    (this.#words[word] as number) |= 1 << (number & (bitsPerWord - 1));
  }

  /** The numbers of a multiset's text. Decoded here, in half the time that a call for each of a million numbers would take. */
  addCounted(text: string): void {
    if (text === "") return;
    const units = unitsOfCounts(text);
    const { length } = units;
    let words = this.#words;
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
      if (word >= words.length) {
        this.#grow(word + 1);
        words = this.#words;
      }
      (words[word] as number) |= 1 << (number & (bitsPerWord - 1));
    }
  }

  addAll(other: NumberSet): void {
    const words = other.#words;
    if (words.length > this.#words.length) this.#grow(words.length);
    for (let word = 0; word < words.length; word += 1) (this.#words[word] as number) |= words[word] as number;
  }

  #grow(atLeast: number): void {
    const words = new Uint32Array(Math.max(atLeast, this.#words.length * 2));
    words.set(this.#words);
    this.#words = words;
  }
}

/** Adds up neighbouring bits, then pairs, then groups of four, all at once. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
