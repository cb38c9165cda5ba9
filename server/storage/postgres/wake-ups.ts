import type { SQL } from "bun";

/** How long the wake-ups of one process are gathered, once one has gone out. */
const gatherMs = 20;

/** Wakes listeners in other processes outside of transactions, once for many commits. */
export class WakeUps {
  readonly #pool: SQL;
  readonly #payload: string;
  readonly #channels = new Set<string>();
  #sending: Promise<void> | undefined;
  #closed = false;

  constructor(pool: SQL, payload: string) {
    this.#pool = pool;
    this.#payload = payload;
  }

  add(channel: string): void {
    this.#channels.add(channel);
    this.#sending ??= this.#send();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#channels.size > 0) {
      const channels = [...this.#channels];
      this.#channels.clear();
      // Lost with the connection: a listener for wake-ups also looks by itself now and then.
      await Promise.all(channels.map((channel) => this.#pool.notify(channel, this.#payload))).catch(() => {});
      if (!this.#closed) await new Promise((turn) => setTimeout(turn, gatherMs));
    }
    this.#sending = undefined;
  }
}
