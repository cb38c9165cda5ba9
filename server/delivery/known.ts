/** What was read of the database, by name, until it is told to be forgotten. As much as there is room for. */
export class Known<Value> {
  readonly #values = new Map<string, Value>();
  #changes = 0;

  constructor(readonly max: number) {}

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  /** What is not there is asked for again each time: it may be there the next moment. */
  async read(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const changes = this.#changes;
    const value = await read();
    // What was read before a change may be what it changed, and nobody would tell again.
    if (value === undefined || changes !== this.#changes) return value;
    if (this.#values.size >= this.max) this.#values.clear();
    this.#values.set(name, value);
    return value;
  }

  /** Those that what has changed is about. */
  drop(isAbout: (value: Value, name: string) => boolean): void {
    this.#changes += 1;
    for (const [name, value] of this.#values) if (isAbout(value, name)) this.#values.delete(name);
  }

  /** One alone. */
  dropNamed(name: string): void {
    this.#changes += 1;
    this.#values.delete(name);
  }

  clear(): void {
    this.#changes += 1;
    this.#values.clear();
  }
}
