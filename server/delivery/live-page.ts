import { pageHeaders } from "./headers";
import { type Compressed, compressed, type Encoding, encodingFor } from "./variants";
import type { WholePage } from "./whole-page";

interface Parts {
  whole: WholePage;
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
  readonly #headers: Headers;
  readonly #tag: string;
  /** Or still in the making. */
  readonly #compressed = new Map<Compressed, Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>>();
  /** Made for one who came back: most pages have one visitor, once. */
  readonly #inits = new Map<Encoding, { headers: Headers }>();
  #wasSent = false;

  constructor({ whole, address, about, tag, ...kind }: Parts) {
    this.address = address;
    this.about = about;
    this.#whole = whole;
    this.#tag = tag;
    this.#headers = pageHeaders(kind);
  }

  get length(): number {
    return this.#whole.length;
  }

  settle(keeper: Keeper): void {
    const room = keeper.room(this, this.#whole.ownLength);
    if (room) this.#whole.moveTo(room);
  }

  /** At once when it is ready in that encoding. */
  answer(request: Request, keeper: Keeper): Response | Promise<Response> {
    const { headers } = request;
    const encoding = encodingFor(headers.get("accept-encoding"), this.length);
    const init = this.#initOf(encoding);
    const seen = headers.get("if-none-match");
    if (seen !== null && matches(seen, tagOf(this.#tag, encoding))) return new Response(null, { status: 304, ...init });
    if (encoding === "identity") return new Response(this.#whole.bytes(), init);
    const ready = this.#compressed.get(encoding) ?? this.#compress(encoding, keeper);
    return ready instanceof Promise ? ready.then((bytes) => new Response(bytes, init)) : new Response(ready, init);
  }

  #compress(encoding: Compressed, keeper: Keeper): Promise<Buffer<ArrayBuffer>> {
    const making = compressed(Buffer.from(this.#whole.bytes()), encoding)
      .finally(() => this.#compressed.delete(encoding))
      .then((bytes) => {
        const room = keeper.room(this, bytes.length);
        if (room) this.#compressed.set(encoding, room.fill(bytes));
        return bytes;
      });
    this.#compressed.set(encoding, making);
    return making;
  }

  #initOf(encoding: Encoding): { headers: Headers } {
    const before = this.#inits.get(encoding);
    if (before) return before;
    const headers = new Headers(this.#headers);
    headers.set("etag", tagOf(this.#tag, encoding));
    if (encoding !== "identity") headers.set("content-encoding", encoding);
    const init = { headers };
    if (this.#wasSent) this.#inits.set(encoding, init);
    this.#wasSent = true;
    return init;
  }
}

/** The bytes differ by encoding, so their names do. */
function tagOf(tag: string, encoding: Encoding): string {
  return encoding === "identity" ? `"${tag}"` : `"${tag}.${encoding}"`;
}

function matches(header: string, tag: string): boolean {
  return header === tag || header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
