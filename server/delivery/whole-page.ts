const usualBytes = 1_048_576;
/** One for all: whoever is handed a part of it copies it before anybody else has a turn. */
const scratch = Buffer.allocUnsafeSlow(usualBytes);

/** A page as it is sent. Many pages have one style, so each keeps only what is its own, and is put together when it is sent. */
export class WholePage {
  readonly length: number;
  readonly ownLength: number;
  readonly #style: Buffer;
  readonly #styleAt: number;
  /** In bytes once it has a place that lasts. */
  #own: { before: string; after: string } | Buffer;

  /** `style` is in bytes already: to turn it into text and back again was most of a first visit's cost. */
  constructor(before: string, style: Buffer, after: string) {
    this.#own = { before, after };
    this.#style = style;
    this.#styleAt = Buffer.byteLength(before);
    this.ownLength = this.#styleAt + Buffer.byteLength(after);
    this.length = this.ownLength + style.length;
  }

  /** `room`: for its own bytes, as many as they are. */
  moveTo(room: Buffer): void {
    this.#write(room, this.#styleAt);
    this.#own = room;
  }

  /** For as long as nothing else happens: an answer copies them when it is made. */
  bytes(): Buffer<ArrayBuffer> {
    const bytes = this.length <= usualBytes ? scratch.subarray(0, this.length) : Buffer.allocUnsafeSlow(this.length);
    this.#style.copy(bytes, this.#styleAt);
    this.#write(bytes, this.#styleAt + this.#style.length);
    return bytes;
  }

  #write(bytes: Buffer, afterAt: number): void {
    const own = this.#own;
    if (Buffer.isBuffer(own)) {
      own.copy(bytes, 0, 0, this.#styleAt);
      own.copy(bytes, afterAt, this.#styleAt);
    } else {
      bytes.write(own.before);
      bytes.write(own.after, afterAt);
    }
  }
}
