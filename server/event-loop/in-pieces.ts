/** After this much work without a pause, the event loop goes on. */
const maxStretchMs = 5;

/** Runs pieces of work in the order of the calls, and lets the event loop go on between them when they take long. */
export class InPieces {
  #begunAt = 0;
  #last: Promise<unknown> | undefined;

  begin(): void {
    this.#begunAt = performance.now();
  }

  run<Result>(piece: () => Result): Result | Promise<Result> {
    if (!this.#last && !this.#isDue()) return piece();
    const result = this.#runLater(this.#last, piece);
    const last = result.then(nothing, nothing).then(() => {
      if (this.#last === last) this.#last = undefined;
    });
    this.#last = last;
    return result;
  }

  async #runLater<Result>(before: Promise<unknown> | undefined, piece: () => Result): Promise<Result> {
    await before;
    if (this.#isDue()) {
      await new Promise((turn) => setImmediate(turn));
      this.begin();
    }
    return piece();
  }

  #isDue(): boolean {
    return performance.now() - this.#begunAt > maxStretchMs;
  }
}

function nothing(): void {}
