const usualBytes = 1_048_576;
const maxBytesOfCharacter = 3;
const usual = Buffer.allocUnsafeSlow(usualBytes);

/** Where bytes are put together for a moment: one for all. Whoever begins copies them before anybody else can begin. */
class Scratch {
  #bytes = usual;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** For so many, to be written by whoever asks. */
  room(length: number): Buffer<ArrayBuffer> {
    return length <= usualBytes ? usual.subarray(0, length) : Buffer.allocUnsafeSlow(length);
  }

  begin(): void {
    this.#length = 0;
  }

  addText(text: string): void {
    this.#makeRoom(text.length * maxBytesOfCharacter);
    this.#length += this.#bytes.write(text, this.#length);
  }

  addBytes(bytes: Buffer): void {
    this.#makeRoom(bytes.length);
    this.#length += bytes.copy(this.#bytes, this.#length);
  }

  /** To be copied before anything else happens. */
  end(): Buffer<ArrayBuffer> {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = usual;
    return bytes;
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

export const scratch = new Scratch();
