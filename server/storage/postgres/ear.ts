import { SQL } from "bun";
import type { Listeners } from "../signals";

const connectTimeoutSeconds = 5;
const closeTimeoutSeconds = 1;
const reconnectMs = 250;

interface Connection {
  client: SQL;
  channels: Set<string>;
}

/**
 * A connection that only listens, opened for the first listener. Bun's client would bring it back too, but after up to
 * 32 seconds, and says so on standard error: this one is back a moment after the server is.
 */
export class Ear {
  readonly #url: string;
  readonly #listeners: Listeners;
  readonly #tag: string;
  readonly #channels = new Set<string>();
  #connection: Connection | undefined;
  #connecting: Promise<void> | undefined;
  #closed = false;

  /** What begins with the tag is our own, and was heard when it was committed. */
  constructor(url: string, listeners: Listeners, tag: string) {
    this.#url = url;
    this.#listeners = listeners;
    this.#tag = tag;
  }

  listen(channel: string): void {
    this.#channels.add(channel);
    this.#connecting ??= this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#drop(this.#connection);
    await this.#connecting;
  }

  async #connect(): Promise<void> {
    while (!this.#closed) {
      const connection = (this.#connection ??= this.#open());
      const channel = [...this.#channels].find((name) => !connection.channels.has(name));
      if (channel === undefined) break;
      try {
        await connection.client.listen(channel, (payload) => this.#hear(channel, payload));
        connection.channels.add(channel);
        // What was signalled before the server knew of us went by.
        this.#listeners.tellMissed(channel);
      } catch {
        this.#drop(connection);
        await new Promise((turn) => setTimeout(turn, reconnectMs));
      }
    }
    this.#connecting = undefined;
  }

  #open(): Connection {
    const lost = () => {
      if (this.#connection !== connection) return;
      this.#drop(connection);
      this.#connecting ??= this.#connect();
    };
    const client = new SQL(this.#url, {
      max: 1,
      connectionTimeout: connectTimeoutSeconds,
      connection: { application_name: "foyer listening" },
      onclose: lost,
    });
    const connection: Connection = { client, channels: new Set() };
    return connection;
  }

  #drop(connection: Connection | undefined): void {
    if (this.#connection === connection) this.#connection = undefined;
    connection?.client.close({ timeout: closeTimeoutSeconds }).catch(() => {});
  }

  #hear(channel: string, told: string): void {
    if (told.startsWith(`${this.#tag} `)) return;
    this.#listeners.tell({ channel, payload: told.slice(told.indexOf(" ") + 1) });
  }
}
