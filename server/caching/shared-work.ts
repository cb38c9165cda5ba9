/** Whoever asks for something while it is being made waits for the same making. */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, Promise<Result>>();

  run(key: string, make: () => Promise<Result>): Promise<Result> {
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const made = make().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, made);
    return made;
  }
}
