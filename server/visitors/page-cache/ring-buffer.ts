/** A stretch of the buffer; `owner` is undefined once nobody needs its bytes any more. */
export interface Section<Owner> {
  /** No `Buffer`: a response takes longer to copy one. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  owner: Owner | undefined;
}

/** The runtime has no larger buffers. */
export const maxRingBufferBytes = 4 * 1_024 ** 3;

interface Written<Owner> extends Section<Owner> {
  start: number;
  end: number;
  next: Written<Owner> | undefined;
}

/**
 * One block of memory, written round and round, the oldest bytes overwritten first. Buffers of their own, coming and
 * going by the thousand, took 100 MB more for the same pages: the garbage collector frees them late.
 */
export class RingBuffer<Owner> {
  readonly #size: number;
  readonly #overwriting: (owner: Owner) => void;
  /** Allocated when there is something to write. */
  #block: Uint8Array<ArrayBuffer> | undefined;
  /** A linked list by age, which is also the order in which the next bytes will reach them. */
  #oldest: Written<Owner> | undefined;
  #newest: Written<Owner> | undefined;
  #next = 0;

  /** `overwriting` is called before an owner's bytes change. */
  constructor(size: number, overwriting: (owner: Owner) => void) {
    this.#size = size;
    this.#overwriting = overwriting;
  }

  /** Copies the bytes into the buffer; undefined when there are none, or more than it can hold. */
  write(bytes: Uint8Array, owner: Owner): Section<Owner> | undefined {
    const { length } = bytes;
    if (length === 0 || length > this.#size) return undefined;
    if (this.#next + length > this.#size) this.#startAgain();
    const start = this.#next;
    const end = start + length;
    this.#overwriteWhile((section) => section.start < end && section.end > start);
    this.#block ??= new Uint8Array(Buffer.allocUnsafeSlow(this.#size).buffer);
    this.#block.set(bytes, start);
    const section = { bytes: this.#block.subarray(start, end), owner, start, end, next: undefined };
    if (this.#newest) this.#newest.next = section;
    this.#newest = section;
    this.#oldest ??= section;
    this.#next = end;
    return section;
  }

  #startAgain(): void {
    this.#overwriteWhile(({ start }) => start >= this.#next);
    this.#next = 0;
  }

  #overwriteWhile(isInTheWay: (section: Written<Owner>) => boolean): void {
    for (let section = this.#oldest; section && isInTheWay(section); section = this.#oldest) {
      this.#oldest = section.next;
      if (!this.#oldest) this.#newest = undefined;
      if (section.owner !== undefined) this.#overwriting(section.owner);
    }
  }
}
