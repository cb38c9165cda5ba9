import { SQL } from "bun";
import type { Listeners } from "../signals";
import { connectTimeoutSeconds } from "./pool";

const closeTimeoutSeconds = 1;
const reconnectMs = 250;
/** How often this process notifies itself, and how long until that should have arrived. */
const beatMs = 1_000;
const beatPatienceMs = 3_000;
const beatChannel = "heartbeat";

interface Connection {
  client: SQL;
  channels: Set<string>;
}

interface Means {
  /** What begins with it is this process's own, and was told at its commit. */
  tag: string;
  /** Notifies through another connection. */
  call: (channel: string) => Promise<unknown>;
  /** Rejects when the server does not answer. */
  inTime: <Result>(answer: Promise<Result>) => Promise<Result>;
}

/**
 * A connection that only listens, opened for the first listener. Bun's client would bring it back too, but after up to
 * 32 seconds, and says so on standard error: this one is back a moment after the server is.
 */
export class NotificationListener {
  readonly #url: string;
  readonly #listeners: Listeners;
  readonly #means: Means;
  readonly #channels = new Set<string>();
  #connection: Connection | undefined;
  #connecting: Promise<void> | undefined;
  #closed = false;
  #heardAt = 0;
  #beating: ReturnType<typeof setInterval> | undefined;

  constructor(url: string, listeners: Listeners, means: Means) {
    this.#url = url;
    this.#listeners = listeners;
    this.#means = means;
  }

  listen(channel: string): void {
    this.#channels.add(beatChannel).add(channel);
    this.#beating ??= setInterval(() => this.#beat(), beatMs);
    this.#connecting ??= this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beating);
    this.#drop(this.#connection);
    await this.#connecting;
  }

  /** Tells a dead connection from a quiet one. */
  #beat(): void {
    const connection = this.#connection;
    if (connection?.channels.has(beatChannel) && performance.now() - this.#heardAt > beatPatienceMs) this.#lose(connection);
    this.#means.call(beatChannel).catch(() => {});
  }

  #lose(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#drop(connection);
    this.#connecting ??= this.#connect();
  }

  async #connect(): Promise<void> {
    while (!this.#closed) {
      const connection = (this.#connection ??= this.#open());
      const channel = [...this.#channels].find((name) => !connection.channels.has(name));
      if (channel === undefined) break;
      try {
        await this.#means.inTime(connection.client.listen(channel, (payload) => this.#hear(channel, payload)));
        connection.channels.add(channel);
        if (channel === beatChannel) this.#heardAt = performance.now();
        // What was signalled before the server knew of this listener is lost.
        this.#listeners.tellMissed(channel);
      } catch {
        this.#drop(connection);
        await new Promise((turn) => setTimeout(turn, reconnectMs));
      }
    }
    this.#connecting = undefined;
  }

  #open(): Connection {
    const client = new SQL(this.#url, {
      max: 1,
      connectionTimeout: connectTimeoutSeconds,
      connection: { application_name: "foyer listening" },
      onclose: () => this.#lose(connection),
    });
    const connection: Connection = { client, channels: new Set() };
    return connection;
  }

  #drop(connection: Connection | undefined): void {
    if (this.#connection === connection) this.#connection = undefined;
    connection?.client.close({ timeout: closeTimeoutSeconds }).catch(() => {});
  }

  #hear(channel: string, told: string): void {
    if (channel === beatChannel) this.#heardAt = performance.now();
    if (told.startsWith(`${this.#means.tag} `)) return;
    this.#listeners.tell({ channel, payload: told.slice(told.indexOf(" ") + 1) });
  }
}
