import type { Part } from "./parts";
import type { Room } from "./ring";
import { scratch } from "./scratch";
import { inCommon, lengthOf, type SharedBytes } from "./shared-bytes";

/**
 * A page's bytes in memory, put together for each answer. What says where they are is as little as it can be: of ten
 * thousand pages, each is far from the one before, and following references takes longer than copying.
 */
export class KeptBytes {
  readonly #block: Buffer;
  /** Where in the block what is its own begins, where each of the pieces comes that it shares, and where it ends. */
  readonly #start: number;
  readonly #places: readonly number[];
  readonly #end: number;
  readonly #length: number;

  private constructor(
    { block, start, end }: Room,
    places: readonly number[],
    readonly pieces: readonly SharedBytes[],
  ) {
    this.#block = block;
    this.#start = start;
    this.#places = places;
    this.#end = end;
    this.#length = end - start + lengthOf(pieces);
  }

  /** Undefined when there is no room. */
  static of(parts: readonly Part[], roomFor: (length: number) => Room | undefined): KeptBytes | undefined {
    const places: number[] = [];
    const pieces: SharedBytes[] = [];
    scratch.begin();
    for (const part of parts) {
      if (typeof part === "string") scratch.addText(part);
      else {
        places.push(scratch.length);
        pieces.push(part);
      }
    }
    const room = roomFor(scratch.length);
    if (!room) return undefined;
    scratch.end().copy(room.block, room.start);
    return new KeptBytes(
      room,
      places.map((place) => room.start + place),
      inCommon(pieces),
    );
  }

  /** For as long as nothing else happens: an answer copies them when it is made. */
  together(): Buffer<ArrayBuffer> {
    const bytes = scratch.room(this.#length);
    const { pieces } = this;
    const block = this.#block;
    const places = this.#places;
    let from = this.#start;
    let at = 0;
    for (let index = 0; index < pieces.length; index += 1) {
      const place = places[index] as number;
      const piece = pieces[index] as SharedBytes;
      block.copy(bytes, at, from, place);
      at += place - from;
      bytes.set(piece.bytes, at);
      at += piece.length;
      from = place;
    }
    block.copy(bytes, at, from, this.#end);
    return bytes;
  }
}
