/** What was made of texts lately, up to a number of characters: many builds are made of the same ones. */
export class Recent<Made> {
  readonly #made = new Map<string, Made>();
  #length = 0;

  constructor(readonly maxLength: number) {}

  get(text: string, make: () => Made): Made {
    const before = this.#made.get(text);
    if (before !== undefined) {
      this.#made.delete(text);
      this.#made.set(text, before);
      return before;
    }
    const made = make();
    if (text.length <= this.maxLength / 4) this.#keep(text, made);
    return made;
  }

  #keep(text: string, made: Made): void {
    this.#made.set(text, made);
    this.#length += text.length;
    for (const oldest of this.#made.keys()) {
      if (this.#length <= this.maxLength) break;
      this.#made.delete(oldest);
      this.#length -= oldest.length;
    }
  }
}
