const wordBits = 5;
const bitsPerWord = 2 ** wordBits;
const firstWords = 8;

/** A set of small whole numbers, as bits. */
export class NumberSet {
  #words = new Uint32Array(firstWords);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  readonly add = (number: number): void => {
    const word = number >>> wordBits;
    if (word >= this.#words.length) this.#grow(word + 1);
    const bit = 1 << (number & (bitsPerWord - 1));
    const bits = this.#words[word] as number;
    if ((bits & bit) !== 0) return;
    this.#words[word] = bits | bit;
    this.#size += 1;
  };

  addAll(other: NumberSet): void {
    const words = other.#words;
    if (words.length > this.#words.length) this.#grow(words.length);
    for (let word = 0; word < words.length; word += 1) {
      const before = this.#words[word] as number;
      const both = (before | (words[word] as number)) >>> 0;
      if (both === before) continue;
      this.#size += bitsIn(both) - bitsIn(before);
      this.#words[word] = both;
    }
  }

  #grow(atLeast: number): void {
    const words = new Uint32Array(Math.max(atLeast, this.#words.length * 2));
    words.set(this.#words);
    this.#words = words;
  }
}

function bitsIn(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
