/** What was read of the database, by name, until it is told to be forgotten. When there is no room left, all of it is. */
export class Known<Value> {
  readonly #max: number;
  readonly #values = new Map<string, Value>();
  #changes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  /** At once when it is known. What is not there is asked for again each time: it may be there the next moment. */
  find(name: string, read: () => Promise<Value | undefined>): Value | Promise<Value | undefined> {
    const known = this.#values.get(name);
    return known === undefined ? this.#read(name, read) : known;
  }

  async #read(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const changes = this.#changes;
    const value = await read();
    // What was read before a change may be what it changed, and nobody would tell again.
    if (value === undefined || changes !== this.#changes) return value;
    if (this.#values.size >= this.#max) this.#values.clear();
    this.#values.set(name, value);
    return value;
  }

  drop(name: string): void {
    this.#changes += 1;
    this.#values.delete(name);
  }

  /** Those that what has changed is about. */
  dropAll(isAbout: (value: Value) => boolean): void {
    this.#changes += 1;
    for (const [name, value] of this.#values) if (isAbout(value)) this.#values.delete(name);
  }

  clear(): void {
    this.#changes += 1;
    this.#values.clear();
  }
}
