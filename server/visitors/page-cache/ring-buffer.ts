/** A part of the block. */
export interface Room {
  block: Buffer<ArrayBuffer>;
  start: number;
  end: number;
}

/** There are no larger blocks. */
export const maxRingBytes = 4 * 1_024 ** 3;

interface Piece<Owner> extends Room {
  owner: Owner;
  next: Piece<Owner> | undefined;
}

/**
 * Bytes of many pages in one block of memory, written round and round, the oldest overwritten first. As buffers of their
 * own they came and went by the thousand, and the process took three times what it kept.
 */
export class Ring<Owner> {
  readonly #size: number;
  readonly #overwritten: (owner: Owner) => void;
  /** Made when there is something to keep. */
  #block: Buffer<ArrayBuffer> | undefined;
  /** From it on by age, which is also the order in which those to come will meet them. */
  #oldest: Piece<Owner> | undefined;
  #newest: Piece<Owner> | undefined;
  #next = 0;

  /** `overwritten` is called before bytes of an owner are no longer as they were. */
  constructor(size: number, overwritten: (owner: Owner) => void) {
    this.#size = size;
    this.#overwritten = overwritten;
  }

  /** Room for what is written at once; undefined when it does not fit at all. */
  take(length: number, owner: Owner): Room | undefined {
    // Nothing at all would lie in nobody's way, and so stop the others from making room.
    if (length === 0 || length > this.#size) return undefined;
    if (this.#next + length > this.#size) this.#startAgain();
    this.#block ??= Buffer.allocUnsafeSlow(this.#size);
    const piece = { block: this.#block, start: this.#next, end: this.#next + length, owner, next: undefined };
    this.#makeRoom(({ start, end }) => start < piece.end && end > piece.start);
    if (this.#newest) this.#newest.next = piece;
    this.#newest = piece;
    this.#oldest ??= piece;
    this.#next = piece.end;
    return piece;
  }

  #startAgain(): void {
    this.#makeRoom(({ start }) => start >= this.#next);
    this.#next = 0;
  }

  #makeRoom(isInTheWay: (piece: Piece<Owner>) => boolean): void {
    for (let piece = this.#oldest; piece && isInTheWay(piece); piece = this.#oldest) {
      this.#oldest = piece.next;
      if (!this.#oldest) this.#newest = undefined;
      this.#overwritten(piece.owner);
    }
  }
}
