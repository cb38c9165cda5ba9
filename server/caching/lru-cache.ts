/** Results by the text they were made from. When the texts together are too long, the least recently used ones go. */
export class LruCache<Result> {
  readonly #results = new Map<string, Result>();
  #length = 0;

  constructor(readonly maxLength: number) {}

  get(text: string, make: () => Result): Result {
    const cached = this.find(text);
    if (cached !== undefined) return cached;
    const result = make();
    this.keep(text, result);
    return result;
  }

  find(text: string): Result | undefined {
    const cached = this.#results.get(text);
    if (cached !== undefined) {
      this.#results.delete(text);
      this.#results.set(text, cached);
    }
    return cached;
  }

  keep(text: string, result: Result): void {
    // One very long text must not push out all the others.
    if (text.length > this.maxLength / 4 || this.#results.has(text)) return;
    this.#results.set(text, result);
    this.#length += text.length;
    for (const oldest of this.#results.keys()) {
      if (this.#length <= this.maxLength) break;
      this.#results.delete(oldest);
      this.#length -= oldest.length;
    }
  }
}
