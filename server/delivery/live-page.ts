import { PageHeaders } from "./headers";
import type { Part } from "./parts";
import type { SharedBytes } from "./shared-bytes";
import { type Compressed, compressed, type Encoding, encodingFor } from "./variants";
import { WholePage } from "./whole-page";

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
  room(page: LivePage, length: number): Buffer<ArrayBuffer> | undefined;
}

/** A page as it is sent: its bytes in each encoding that somebody asked for. An answer has a copy of them. */
export class LivePage {
  readonly address: string;
  readonly about: readonly string[];
  readonly #whole: WholePage;
  readonly #headers: PageHeaders;
  readonly #tag: string;
  /** Or still in the making. */
  #compressed: Map<Compressed, Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>> | undefined;

  constructor({ parts, address, about, tag, ...kind }: Parts) {
    this.address = address;
    this.about = about;
    this.#whole = new WholePage(parts);
    this.#tag = tag;
    this.#headers = PageHeaders.of(kind);
  }

  /** False when there is no room. */
  keep(roomFor: (length: number) => Buffer | undefined): boolean {
    return this.#whole.keep(roomFor);
  }

  /** What it has in common with others, when it is kept. */
  get pieces(): readonly SharedBytes[] {
    return this.#whole.pieces;
  }

  /** At once when it is ready in that encoding. */
  answer(request: Request, keeper: Keeper): Response | Promise<Response> {
    const { headers } = request;
    const encoding = encodingFor(headers.get("accept-encoding"));
    const seen = headers.get("if-none-match");
    if (seen !== null && matches(seen, tagOf(this.#tag, encoding))) return this.#response(304, null, encoding);
    if (encoding === "identity") return this.#response(200, this.#whole.bytes(), encoding);
    const ready = this.#compressed?.get(encoding) ?? this.#compress(encoding, keeper);
    if (ready instanceof Promise) return ready.then((bytes) => this.#response(200, bytes, encoding));
    return this.#response(200, ready, encoding);
  }

  #response(status: number, bytes: Buffer<ArrayBuffer> | null, encoding: Encoding): Response {
    return new Response(bytes, { status, headers: this.#headers.with(tagOf(this.#tag, encoding), encoding) });
  }

  #compress(encoding: Compressed, keeper: Keeper): Promise<Buffer<ArrayBuffer>> {
    this.#compressed ??= new Map();
    const made = this.#compressed;
    const making = compressed(Buffer.from(this.#whole.bytes()), encoding)
      .finally(() => made.delete(encoding))
      .then((bytes) => {
        const room = keeper.room(this, bytes.length);
        room?.set(bytes);
        if (room) made.set(encoding, room);
        return bytes;
      });
    made.set(encoding, making);
    return making;
  }
}

/** The bytes differ by encoding, so their names do. */
function tagOf(tag: string, encoding: Encoding): string {
  return encoding === "identity" ? `"${tag}"` : `"${tag}.${encoding}"`;
}

function matches(header: string, tag: string): boolean {
  return header === tag || header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
