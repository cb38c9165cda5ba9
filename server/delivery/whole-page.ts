import type { SharedBytes } from "./shared-bytes";

const usualBytes = 1_048_576;
/** One for all: whoever is handed a part of it copies it before anybody else has a turn. */
const scratch = Buffer.allocUnsafeSlow(usualBytes);

/** A page as it is sent: texts of its own, and between them pieces that it has in common with others. */
export class WholePage {
  readonly length: number;
  readonly ownLength: number;
  readonly pieces: readonly SharedBytes[];
  readonly #ownLengths: readonly number[];
  /** In bytes once they have a place that lasts. */
  #own: readonly string[] | Buffer;

  constructor(own: readonly string[], pieces: readonly SharedBytes[]) {
    this.pieces = pieces;
    this.#own = own;
    this.#ownLengths = own.map((text) => Buffer.byteLength(text));
    this.ownLength = this.#ownLengths.reduce((sum, length) => sum + length, 0);
    this.length = pieces.reduce((sum, { length }) => sum + length, this.ownLength);
  }

  /** `room`: for its own bytes, as many as they are. */
  moveTo(room: Buffer): void {
    this.#write(room, []);
    this.#own = room;
  }

  /** For as long as nothing else happens: an answer copies them when it is made. */
  bytes(): Buffer<ArrayBuffer> {
    const bytes = this.length <= usualBytes ? scratch.subarray(0, this.length) : Buffer.allocUnsafeSlow(this.length);
    this.#write(bytes, this.pieces);
    return bytes;
  }

  #write(bytes: Buffer, pieces: readonly SharedBytes[]): void {
    const own = this.#own;
    let at = 0;
    let from = 0;
    for (let index = 0; index < this.#ownLengths.length; index += 1) {
      const length = this.#ownLengths[index] as number;
      if (Buffer.isBuffer(own)) own.copy(bytes, at, from, from + length);
      else bytes.write(own[index] as string, at);
      at += length;
      from += length;
      const piece = pieces[index];
      if (!piece) continue;
      bytes.set(piece.bytes, at);
      at += piece.length;
    }
  }
}
