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

  readonly add = (number: number): void => {
    const word = number >>> wordBits;
    if (word >= this.#words.length) this.#grow(word + 1);
    (this.#words[word] as number) |= 1 << (number & (bitsPerWord - 1));
  };

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

function bitsIn(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
