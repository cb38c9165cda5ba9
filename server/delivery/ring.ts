interface Piece {
  start: number;
  end: number;
  overwritten: () => void;
}

/**
 * Bytes of many pages in one block of memory, written round and round, the oldest overwritten first. As buffers of their
 * own they came and went by the thousand, and the process took three times what it kept.
 */
export class Ring {
  readonly #size: number;
  /** Made when there is something to keep. */
  #block: Buffer<ArrayBuffer> | undefined;
  /** The oldest first, which is also the one that the next will meet first. */
  readonly #pieces = new Set<Piece>();
  #next = 0;
  #used = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get used(): number {
    return this.#used;
  }

  /** A copy that stays as it is until `overwritten` is called; undefined when it does not fit at all. */
  keep(bytes: Buffer, overwritten: () => void): Buffer<ArrayBuffer> | undefined {
    if (bytes.length > this.#size) return undefined;
    if (this.#next + bytes.length > this.#size) this.#startAgain();
    const piece = { start: this.#next, end: this.#next + bytes.length, overwritten };
    this.#makeRoom(({ start, end }) => start < piece.end && end > piece.start);
    this.#pieces.add(piece);
    this.#used += bytes.length;
    this.#next = piece.end;
    this.#block ??= Buffer.allocUnsafeSlow(this.#size);
    this.#block.set(bytes, piece.start);
    return this.#block.subarray(piece.start, piece.end);
  }

  #startAgain(): void {
    this.#makeRoom(({ start }) => start >= this.#next);
    this.#next = 0;
  }

  #makeRoom(isInTheWay: (piece: Piece) => boolean): void {
    for (const piece of this.#pieces) {
      if (!isInTheWay(piece)) return;
      this.#pieces.delete(piece);
      this.#used -= piece.end - piece.start;
      piece.overwritten();
    }
  }
}
