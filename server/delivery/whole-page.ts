import type { Part } from "./parts";
import { scratch } from "./scratch";
import { lengthOf, type SharedBytes } from "./shared-bytes";

/** A page as it is sent. */
export class WholePage {
  /** In pieces until it is kept, then empty. */
  #parts: readonly Part[];
  /** What is its own, when it is kept, and where in that each of the pieces comes that it shares. */
  #own: Buffer | undefined;
  #places: readonly number[] = [];
  #pieces: readonly SharedBytes[] = [];
  #length = 0;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** What it shares with others, when it is kept. */
  get pieces(): readonly SharedBytes[] {
    return this.#pieces;
  }

  /** For as long as nothing else happens: an answer copies them when it is made. */
  bytes(): Buffer<ArrayBuffer> {
    if (this.#own) return this.#together(this.#own);
    scratch.begin();
    for (const part of this.#parts) {
      if (typeof part === "string") scratch.addText(part);
      else scratch.addBytes(part.bytes);
    }
    return scratch.end();
  }

  /** With its own where there is room for that; false when there is none. */
  keep(roomFor: (length: number) => Buffer | undefined): boolean {
    const places: number[] = [];
    const pieces: SharedBytes[] = [];
    scratch.begin();
    for (const part of this.#parts) {
      if (typeof part === "string") scratch.addText(part);
      else {
        places.push(scratch.length);
        pieces.push(part);
      }
    }
    const own = roomFor(scratch.length);
    if (!own) return false;
    own.set(scratch.end());
    this.#own = own;
    this.#places = places;
    this.#pieces = pieces;
    this.#length = own.length + lengthOf(pieces);
    this.#parts = [];
    return true;
  }

  #together(own: Buffer): Buffer<ArrayBuffer> {
    const bytes = scratch.room(this.#length);
    const [places, pieces] = [this.#places, this.#pieces];
    let from = 0;
    let at = 0;
    for (let index = 0; index < pieces.length; index += 1) {
      const place = places[index] as number;
      const piece = pieces[index] as SharedBytes;
      own.copy(bytes, at, from, place);
      at += place - from;
      bytes.set(piece.bytes, at);
      at += piece.length;
      from = place;
    }
    own.copy(bytes, at, from);
    return bytes;
  }
}
