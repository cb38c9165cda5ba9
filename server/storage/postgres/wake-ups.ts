/** How long the wake-ups of one process are gathered, once one has gone out. */
const gatherMs = 20;
const closeMs = 500;

/** Wakes listeners in other processes outside of transactions, once for many commits. */
export class WakeUps {
  readonly #notify: (channel: string) => Promise<unknown>;
  readonly #channels = new Set<string>();
  #sending: Promise<void> | undefined;
  #closed = false;

  constructor(notify: (channel: string) => Promise<unknown>) {
    this.#notify = notify;
  }

  add(channel: string): void {
    this.#channels.add(channel);
    this.#sending ??= this.#send();
  }

  /** A server that does not answer is not waited for. */
  async close(): Promise<void> {
    this.#closed = true;
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, closeMs);
    await Promise.race([this.#sending, patience.promise]);
    clearTimeout(timer);
  }

  async #send(): Promise<void> {
    while (this.#channels.size > 0) {
      const channels = [...this.#channels];
      this.#channels.clear();
      // Lost with the connection: a listener for wake-ups also looks by itself now and then.
      await Promise.all(channels.map((channel) => this.#notify(channel))).catch(() => {});
      if (!this.#closed) await new Promise((turn) => setTimeout(turn, gatherMs));
    }
    this.#sending = undefined;
  }
}
