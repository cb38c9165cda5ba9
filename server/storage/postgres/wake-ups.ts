import type { SQL } from "bun";

/** How long the nudges of one process are gathered, once one has gone out. */
const gatherMs = 20;

/** Tells other processes of what this one has committed, outside of the transactions and once for many of them. */
export class Nudges {
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
      // Lost with the connection: whoever is nudged looks by itself now and then.
      await Promise.all(channels.map((channel) => this.#pool.notify(channel, this.#payload))).catch(() => {});
      if (!this.#closed) await new Promise((turn) => setTimeout(turn, gatherMs));
    }
    this.#sending = undefined;
  }
}
