/** Ends a sleep before its time, also when it is rung before the sleeper lies down. */
export class Bell {
  #rung = false;
  #wake: () => void = () => {};

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** What was rung for is about to be looked at. */
  clear(): void {
    this.#rung = false;
  }

  async sleep(ms: number): Promise<void> {
    if (this.#rung) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  }
}
