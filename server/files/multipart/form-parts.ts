import { headOf, malformed, maxHeadBytes, type PartHead, tooManyHeaders } from "./part-head";

const maxParts = 64;
const dashes = Buffer.from("--");
const emptyLine = Buffer.from("\r\n\r\n");

/** What becomes of a part's bytes, as they arrive. */
export interface PartSink {
  take(bytes: Buffer): void | Promise<void>;
  end(): void;
}

/** Takes a form apart (RFC 7578). No more of it is read until a sink has taken what came, and has copied what it keeps. */
export async function readParts(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  begin: (head: PartHead) => PartSink,
): Promise<void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const form = new FormReader(chunks);
  try {
    await form.passTo(delimiter, () => {});
    for (let parts = 1; !(await form.startsWith(dashes)); parts += 1) {
      if (parts > maxParts) throw malformed(`The form has more than ${maxParts} parts`);
      const head = await form.readHead();
      if (head.includes(delimiter) || (await form.startsWith(delimiter.subarray(2)))) {
        throw malformed("The form has a part without headers");
      }
      const sink = begin(headOf(head));
      await form.passTo(delimiter, (bytes) => sink.take(bytes));
      sink.end();
    }
    await form.skipRest();
  } finally {
    await form.close();
  }
}

/** The boundary a form says it has; undefined when it is none. */
export function boundaryIn(contentType: string | null): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? "") ?? [];
  return quoted ?? plain;
}

/** The bytes of a form, the same wherever its chunks are cut. */
class FormReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** A delimiter begins with a line break; a form may begin without one. */
  #held: Buffer = Buffer.from("\r\n");

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Hands on what comes before the delimiter. */
  async passTo(delimiter: Buffer, take: (bytes: Buffer) => void | Promise<void>): Promise<void> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      const end = at >= 0 ? at : this.#possibleStart(delimiter);
      if (end > 0) await take(this.#consume(end));
      if (at >= 0) {
        this.#consume(delimiter.length);
        return;
      }
      await this.#readMore();
    }
  }

  /** Reads to the empty line that ends a part's headers. */
  async readHead(): Promise<Buffer> {
    for (;;) {
      const at = this.#held.subarray(0, maxHeadBytes + emptyLine.length).indexOf(emptyLine);
      if (at >= 0) {
        const head = Buffer.from(this.#consume(at));
        this.#consume(emptyLine.length);
        return head;
      }
      if (this.#held.length >= maxHeadBytes + emptyLine.length) throw tooManyHeaders();
      await this.#readMore();
    }
  }

  async startsWith(bytes: Buffer): Promise<boolean> {
    while (this.#held.length < bytes.length) await this.#readMore();
    return this.#held.subarray(0, bytes.length).equals(bytes);
  }

  /** What follows the form is ignored, but counts towards the size of the body. */
  async skipRest(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Where a delimiter that is cut in two may begin. Nothing else is kept back, so that large chunks are not copied. */
  #possibleStart(delimiter: Buffer): number {
    const tailStart = Math.max(0, this.#held.length - delimiter.length + 1);
    const lineBreak = this.#held.indexOf("\r", tailStart);
    return lineBreak >= 0 ? lineBreak : this.#held.length;
  }

  #consume(length: number): Buffer {
    const bytes = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return bytes;
  }

  async #readMore(): Promise<void> {
    // Copied, because the memory of a chunk may be gone when the next one is here.
    if (this.#held.length > 0) this.#held = Buffer.from(this.#held);
    const { done, value } = await this.#chunks.next();
    if (done) throw malformed("The form breaks off before its end");
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
  }
}
