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

  /** Resolves to whether it was woken. */
  async sleep(ms: number): Promise<boolean> {
    if (this.#isPending) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endSleep = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    return this.#isPending;
  }
}
