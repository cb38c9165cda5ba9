import type { IndexData } from "../retrieval/passage-index";

const arrayTypes = { Uint8Array, Uint16Array, Uint32Array };
/** Every array begins at a multiple of this, as the widest ones have to. */
const alignment = 4;

/** Stands for an array among the bytes that follow. */
interface ArrayPlace {
  array: keyof typeof arrayTypes;
  start: number;
  length: number;
}

interface Header {
  data: Record<string, unknown>;
  bytes: number;
}

/** An index as a line of text, which names its arrays, and the bytes of all of them. */
export function packed(data: IndexData): { header: string; arrays: Uint8Array[] } {
  const arrays: Uint8Array[] = [];
  let bytes = 0;
  const places = JSON.stringify(data, (_, value) => (ArrayBuffer.isView(value) ? placed(value as Uint8Array) : value));
  return { header: `{"data":${places},"bytes":${bytes}}`, arrays };

  function placed(array: Uint8Array): ArrayPlace {
    const start = bytes;
    const padding = (alignment - (array.byteLength % alignment)) % alignment;
    arrays.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), new Uint8Array(padding));
    bytes += array.byteLength + padding;
    return { array: array.constructor.name as ArrayPlace["array"], start, length: array.length };
  }
}

/** Puts an index together from what arrives of it. All its arrays share one buffer. */
export class IndexReader {
  #beginning = Buffer.alloc(0);
  #header: Header | undefined;
  #bytes = new Uint8Array(0);
  #read = 0;

  /** Undefined until the last of it has come. */
  take(chunk: Buffer): IndexData | undefined {
    let rest = chunk;
    if (!this.#header) {
      const end = chunk.indexOf("\n");
      this.#beginning = Buffer.concat([this.#beginning, end === -1 ? chunk : chunk.subarray(0, end)]);
      if (end === -1) return undefined;
      this.#header = JSON.parse(this.#beginning.toString()) as Header;
      this.#bytes = new Uint8Array(this.#header.bytes);
      rest = chunk.subarray(end + 1);
    }
    this.#bytes.set(rest, this.#read);
    this.#read += rest.length;
    return this.#read < this.#header.bytes ? undefined : (this.#unpacked(this.#header.data) as unknown as IndexData);
  }

  #unpacked(data: Record<string, unknown>): Record<string, unknown> {
    const entries = Object.entries(data).map(([name, value]) => [name, this.#value(value)]);
    return Object.fromEntries(entries);
  }

  #value(value: unknown): unknown {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    if (!("array" in value)) return this.#unpacked(value as Record<string, unknown>);
    const { array, start, length } = value as ArrayPlace;
    return new arrayTypes[array](this.#bytes.buffer, start, length);
  }
}
