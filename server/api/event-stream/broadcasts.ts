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

  /** Resolved once all of them have been sent to. */
  to(readers: Iterable<StreamReader>, send: (reader: StreamReader) => void): Promise<void> {
    return new Promise((done) => {
      if (this.#waiting.push({ readers: [...readers], send, done }) === 1) setImmediate(this.#turn);
    });
  }

  readonly #turn = (): void => {
    for (let left = readersPerTurn; left > 0 && this.#waiting.length > 0; ) {
      const broadcast = this.#waiting.shift() as Broadcast;
      const some = broadcast.readers.splice(-left);
      left -= some.length;
      for (const reader of some) sendTo(reader, broadcast.send);
      if (broadcast.readers.length > 0) this.#waiting.push(broadcast);
      else broadcast.done();
    }
    if (this.#waiting.length > 0) setImmediate(this.#turn);
  };
}

/** Whatever is wrong with one stream, the others go on. */
function sendTo(reader: StreamReader, send: (reader: StreamReader) => void): void {
  try {
    if (reader.isOpen) send(reader);
  } catch {
    reader.end();
  }
}
