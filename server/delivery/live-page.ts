import { PageHeaders } from "./headers";
import { KeptBytes } from "./kept-bytes";
import { bytesOf, type Part } from "./parts";
import type { Room } from "./ring";
import type { SharedBytes } from "./shared-bytes";
import type { Place } from "./shelf";
import { type Compressed, compressed, type Encoding, encodingFor } from "./variants";

interface Parts {
  parts: readonly Part[];
  /** As it was asked for. */
  address: string;
  /** Of its scripts and styles, for the Content-Security-Policy. */
  sources: string;
  isIndexed: boolean;
  isSecure: boolean;
  /** Another for other bytes. */
  tag: string;
  /** What it is about: the tenant, page and audience, any of which may change. */
  about: readonly string[];
}

/** Where bytes of a page are kept for the next visitor. */
interface Keeper {
  /** For so many; undefined when they are not kept. */
  room(page: LivePage, length: number): Room | undefined;
}

/** A page as it is sent: its bytes in each encoding that somebody asked for. An answer has a copy of them. */
export class LivePage {
  readonly address: string;
  readonly about: readonly string[];
  /** On the shelf, while it is there. */
  place: Place | undefined;
  /** In parts until it is kept. */
  #body: readonly Part[] | KeptBytes;
  readonly #headers: PageHeaders;
  /** In quotes, as it is sent. */
  readonly #tag: string;
  /** Or still in the making. */
  #compressed: Map<Compressed, Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>> | undefined;

  constructor({ parts, address, about, tag, ...kind }: Parts) {
    this.address = address;
    this.about = about;
    this.#body = parts;
    this.#tag = `"${tag}"`;
    this.#headers = PageHeaders.of(kind);
  }

  /** Once; false when there is no room. */
  keep(roomFor: (length: number) => Room | undefined): boolean {
    const kept = this.#body instanceof KeptBytes ? undefined : KeptBytes.of(this.#body, roomFor);
    if (kept) this.#body = kept;
    return kept !== undefined;
  }

  /** What it has in common with others, when it is kept. */
  get pieces(): readonly SharedBytes[] {
    return this.#body instanceof KeptBytes ? this.#body.pieces : [];
  }

  /** At once when it is ready in that encoding. */
  answer(request: Request, keeper: Keeper): Response | Promise<Response> {
    const { headers } = request;
    const encoding = encodingFor(headers.get("accept-encoding"));
    const seen = headers.get("if-none-match");
    if (seen !== null && matches(seen, tagOf(this.#tag, encoding))) return this.#notModified(encoding);
    if (encoding === "identity") return this.#response(this.#bytes(), encoding);
    const ready = this.#compressed?.get(encoding) ?? this.#compress(encoding, keeper);
    if (ready instanceof Promise) return ready.then((bytes) => this.#response(bytes, encoding));
    return this.#response(ready, encoding);
  }

  #response(bytes: Buffer<ArrayBuffer>, encoding: Encoding): Response {
    return new Response(bytes, this.#headers.with(tagOf(this.#tag, encoding), encoding));
  }

  #notModified(encoding: Encoding): Response {
    return new Response(null, { status: 304, ...this.#headers.with(tagOf(this.#tag, encoding), encoding) });
  }

  #bytes(): Buffer<ArrayBuffer> {
    return this.#body instanceof KeptBytes ? this.#body.together() : bytesOf(this.#body);
  }

  #compress(encoding: Compressed, keeper: Keeper): Promise<Buffer<ArrayBuffer>> {
    this.#compressed ??= new Map();
    const made = this.#compressed;
    const making = compressed(Buffer.from(this.#bytes()), encoding)
      .finally(() => made.delete(encoding))
      .then((bytes) => {
        const room = keeper.room(this, bytes.length);
        if (room) made.set(encoding, written(bytes, room));
        return bytes;
      });
    made.set(encoding, making);
    return making;
  }
}

function written(bytes: Buffer, { block, start, end }: Room): Buffer<ArrayBuffer> {
  bytes.copy(block, start);
  return block.subarray(start, end);
}

/** The bytes differ by encoding, so their names do. */
function tagOf(tag: string, encoding: Encoding): string {
  return encoding === "identity" ? tag : `${tag.slice(0, -1)}.${encoding}"`;
}

function matches(header: string, tag: string): boolean {
  return header === tag || header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
