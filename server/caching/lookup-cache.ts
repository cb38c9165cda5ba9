/** What was read from the database, by key, until it is dropped. When it is full it starts again empty. */
export class LookupCache<Value> {
  readonly #max: number;
  readonly #values = new Map<string, Value>();
  #changes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Not a promise when the value is cached. What does not exist is read each time: it may be created the next moment. */
  find(key: string, read: () => Promise<Value | undefined>): Value | Promise<Value | undefined> {
    const cached = this.#values.get(key);
    return cached === undefined ? this.#read(key, read) : cached;
  }

  async #read(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const changesBefore = this.#changes;
    const value = await read();
    // A value that was read before a change may be out of date, and no further signal would tell.
    if (value === undefined || changesBefore !== this.#changes) return value;
    if (this.#values.size >= this.#max) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }

  drop(key: string): void {
    this.#changes += 1;
    this.#values.delete(key);
  }

  dropWhere(isChanged: (value: Value) => boolean): void {
    this.#changes += 1;
    for (const [key, value] of this.#values) if (isChanged(value)) this.#values.delete(key);
  }

  clear(): void {
    this.#changes += 1;
    this.#values.clear();
  }
}
