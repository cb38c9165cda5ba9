/** Adds up the weights of a passage's terms: a hash table that is used again for every passage. */
export class TermSums {
  #hashes = new Int32Array(1_024);
  /** 0 is a free slot. */
  #weights = new Float64Array(1_024);
  #slots = new Uint32Array(512);
  #count = 0;

  add(hash: number, weight: number): void {
    if (this.#count === this.#slots.length) this.#grow();
    const last = this.#hashes.length - 1;
    let slot = hash & last;
    while (this.#weights[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & last;
    if (this.#weights[slot] === 0) {
      this.#hashes[slot] = hash;
      this.#slots[this.#count] = slot;
      this.#count += 1;
    }
    this.#weights[slot] = (this.#weights[slot] as number) + weight;
  }

  /** Hands out every term, in the order in which they came, and forgets them. */
  drain(take: (hash: number, weight: number) => void): void {
    for (let at = 0; at < this.#count; at += 1) {
      const slot = this.#slots[at] as number;
      take(this.#hashes[slot] as number, this.#weights[slot] as number);
      this.#weights[slot] = 0;
    }
    this.#count = 0;
  }

  #grow(): void {
    const terms: [number, number][] = [];
    this.drain((hash, weight) => terms.push([hash, weight]));
    const length = this.#hashes.length * 2;
    this.#hashes = new Int32Array(length);
    this.#weights = new Float64Array(length);
    this.#slots = new Uint32Array(length / 2);
    for (const [hash, weight] of terms) this.add(hash, weight);
  }
}
