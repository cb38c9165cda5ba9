import type { StreamReader } from "./stream-reader";

/** Each is a write to a socket. A thousand of them at once would hold up every request for tens of milliseconds. */
const readersPerTurn = 16;

interface Broadcast {
  readers: StreamReader[];
  send: (reader: StreamReader) => void;
  done: () => void;
}

/** Sends to many streams, few in each turn of the event loop, tenants in turn. */
export class Broadcasts {
  readonly #waiting: Broadcast[] = [];

  /** Until all of them have been sent to. */
  to(readers: Iterable<StreamReader>, send: (reader: StreamReader) => void): Promise<void> {
    return new Promise((done) => {
      if (this.#waiting.push({ readers: [...readers], send, done }) === 1) setImmediate(this.#turn);
    });
  }

  readonly #turn = (): void => {
    const broadcast = this.#waiting.shift() as Broadcast;
    for (const reader of broadcast.readers.splice(-readersPerTurn)) {
      if (reader.isOpen) broadcast.send(reader);
    }
    if (broadcast.readers.length > 0) this.#waiting.push(broadcast);
    else broadcast.done();
    if (this.#waiting.length > 0) setImmediate(this.#turn);
  };
}
