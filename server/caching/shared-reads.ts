/**
 * Calls for the same key share a read that begins after them: in the next turn of the event loop, and once the read before it is
 * done. So each sees what was there when it was called, and many cost hardly more than one.
 */
export class SharedReads<Value> {
  /** Reads that have not begun, and those that have. */
  readonly #next = new Map<string, Promise<Value>>();
  readonly #begun = new Map<string, Promise<unknown>>();

  share(key: string, read: () => Promise<Value>): Promise<Value> {
    let next = this.#next.get(key);
    if (!next) {
      next = this.#readLater(key, read);
      this.#next.set(key, next);
    }
    return next;
  }

  async #readLater(key: string, read: () => Promise<Value>): Promise<Value> {
    await new Promise((turn) => setImmediate(turn));
    await this.#begun.get(key);
    this.#next.delete(key);
    const value = read();
    const ended = value.then(nothing, nothing);
    this.#begun.set(key, ended);
    try {
      return await value;
    } finally {
      if (this.#begun.get(key) === ended) this.#begun.delete(key);
    }
  }
}

function nothing(): void {}
