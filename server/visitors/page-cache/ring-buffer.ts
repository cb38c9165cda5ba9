/** The runtime has no larger buffers. */
export const maxRingBufferBytes = 4 * 1_024 ** 3;

/** A stretch of the buffer. What is kept there is made one, rather than having one: each object is work for the garbage collector. */
export class Section {
  start = 0;
  end = 0;
  /** The next younger one. */
  next: Section | undefined = undefined;
  /** False once nobody needs its bytes any more. */
  isKept = false;
  #block: Uint8Array<ArrayBuffer> | undefined;

  place(block: Uint8Array<ArrayBuffer>, start: number, end: number): void {
    this.#block = block;
    this.start = start;
    this.end = end;
    this.isKept = true;
  }

  get length(): number {
    return this.end - this.start;
  }

  /** No `Buffer`: a response takes longer to copy one. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return (this.#block as Uint8Array<ArrayBuffer>).subarray(this.start, this.end);
  }
}

/**
 * One block of memory, written round and round, the oldest bytes overwritten first. Buffers of their own, coming and
 * going by the thousand, took 100 MB more for the same pages: the garbage collector frees them late.
 */
export class RingBuffer<Kept extends Section> {
  readonly #size: number;
  readonly #overwriting: (kept: Kept) => void;
  /** Allocated when there is something to write. */
  #block: Uint8Array<ArrayBuffer> | undefined;
  /** A linked list by age, which is also the order in which the next bytes will reach them. */
  #oldest: Kept | undefined;
  #newest: Kept | undefined;
  #next = 0;

  /** `overwriting` is called before the bytes of a section that is kept change. */
  constructor(size: number, overwriting: (kept: Kept) => void) {
    this.#size = size;
    this.#overwriting = overwriting;
  }

  /** Copies the bytes into the buffer; false when there are none, or more than it can hold. */
  write(bytes: Uint8Array, section: Kept): boolean {
    const { length } = bytes;
    if (length === 0 || length > this.#size) return false;
    if (this.#next + length > this.#size) this.#startAgain();
    const start = this.#next;
    const end = start + length;
    this.#overwriteWhile((oldest) => oldest.start < end && oldest.end > start);
    this.#block ??= new Uint8Array(Buffer.allocUnsafeSlow(this.#size).buffer);
    this.#block.set(bytes, start);
    section.place(this.#block, start, end);
    if (this.#newest) this.#newest.next = section;
    this.#newest = section;
    this.#oldest ??= section;
    this.#next = end;
    return true;
  }

  #startAgain(): void {
    this.#overwriteWhile(({ start }) => start >= this.#next);
    this.#next = 0;
  }

  #overwriteWhile(isInTheWay: (section: Kept) => boolean): void {
    for (let section = this.#oldest; section && isInTheWay(section); section = this.#oldest) {
      this.#oldest = section.next as Kept | undefined;
      if (!this.#oldest) this.#newest = undefined;
      if (section.isKept) this.#overwriting(section);
    }
  }
}
