import type { Part } from "./chunks";
import type { Room } from "./ring-buffer";
import { scratch } from "./scratch";
import { inCommon, lengthOf, type SharedBytes } from "./shared-bytes";

/** Room for what is a page's own, unless that or what it shares is too much. */
export type RoomFor = (ownBytes: number, sharedBytes: number) => Room | undefined;

/**
 * A page's bytes in memory, put together for each answer. There is little to follow from one to the other: of ten
 * thousand pages, each is far from the one before, and following references took longer than copying.
 */
export class KeptBytes {
  readonly #block: Buffer<ArrayBuffer>;
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
  static of(body: readonly Part[] | Buffer, roomFor: RoomFor): KeptBytes | undefined {
    const places: number[] = [];
    const pieces: SharedBytes[] = [];
    const own = Buffer.isBuffer(body) ? body : ownOf(body, places, pieces);
    const room = roomFor(own.length, lengthOf(pieces));
    if (!room) return undefined;
    own.copy(room.block, room.start);
    const placesInBlock = places.length === 0 ? none : places.map((place) => room.start + place);
    return new KeptBytes(room, placesInBlock, inCommon(pieces));
  }

  /** For as long as nothing else happens: an answer copies them when it is made. */
  together(): Buffer<ArrayBuffer> {
    const { pieces } = this;
    const block = this.#block;
    if (pieces.length === 0) return block.subarray(this.#start, this.#end);
    const bytes = scratch.room(this.#length);
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

const none: readonly number[] = [];

/** To be copied before anything else happens. */
function ownOf(parts: readonly Part[], places: number[], pieces: SharedBytes[]): Buffer {
  scratch.begin();
  for (const part of parts) {
    if (typeof part === "string") scratch.addText(part);
    else {
      places.push(scratch.length);
      pieces.push(part);
    }
  }
  return scratch.end();
}
