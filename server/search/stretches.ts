const maxStretchMs = 4;

/** Divides long work into stretches, between which the event loop goes on. */
export class Stretches {
  #endsAt = performance.now() + maxStretchMs;

  /** To be awaited between pieces of work. Undefined while the stretch may go on. */
  pause(): Promise<void> | undefined {
    return performance.now() < this.#endsAt ? undefined : this.#nextTurn();
  }

  async #nextTurn(): Promise<void> {
    await new Promise((turn) => setImmediate(turn));
    this.#endsAt = performance.now() + maxStretchMs;
  }
}
