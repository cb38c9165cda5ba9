/** Results by the text they were made from. When they are too large together, the least recently used ones go. */
export class LruCache<Result> {
  readonly #entries = new Map<string, { result: Result; size: number }>();
  #size = 0;

  /** Sizes are lengths of texts, unless the caller says otherwise. */
  constructor(readonly maxSize: number) {}

  get(text: string, make: () => Result): Result {
    const cached = this.find(text);
    if (cached !== undefined) return cached;
    const result = make();
    this.keep(text, result);
    return result;
  }

  find(text: string): Result | undefined {
    const entry = this.#entries.get(text);
    if (entry === undefined) return undefined;
    this.#entries.delete(text);
    this.#entries.set(text, entry);
    return entry.result;
  }

  keep(text: string, result: Result, size = text.length): void {
    // One very large result must not push out all the others.
    if (size > this.maxSize / 4 || this.#entries.has(text)) return;
    this.#entries.set(text, { result, size });
    this.#size += size;
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.maxSize) break;
      this.#entries.delete(oldest);
      this.#size -= entry.size;
    }
  }
}
