/** Ends a sleep early. A wake-up before `sleep` is remembered. */
export class WakeUp {
  #isPending = false;
  #endSleep: () => void = () => {};

  wake(): void {
    this.#isPending = true;
    this.#endSleep();
  }

  /** Forgets earlier wake-ups. */
  clear(): void {
    this.#isPending = false;
  }

  async sleep(ms: number): Promise<void> {
    if (this.#isPending) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endSleep = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  }
}
