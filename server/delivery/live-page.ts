import { pageHeaders } from "./headers";
import { type Compressed, compressed, type Encoding, encodingFor } from "./variants";

interface Parts {
  bytes: Buffer<ArrayBuffer>;
  /** Of its scripts and styles, for the Content-Security-Policy. */
  sources: string;
  isIndexed: boolean;
  isSecure: boolean;
  /** Another for other bytes. */
  tag: string;
  /** What it is about: the tenant, page and audience, any of which may change. */
  about: readonly string[];
}

/** Where bytes are kept for the next visitor; undefined when they are not. */
type Keep = (bytes: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer> | undefined;

/** A page as it is sent: its bytes in each encoding that somebody asked for. An answer has a copy of them. */
export class LivePage {
  /** As they are, wherever they are kept. */
  bytes: Buffer<ArrayBuffer>;
  readonly about: readonly string[];
  readonly #headers: Headers;
  readonly #tag: string;
  readonly #compressed = new Map<Compressed, Buffer<ArrayBuffer>>();
  readonly #making = new Map<Compressed, Promise<Buffer<ArrayBuffer>>>();
  /** Made for one who came back: most pages have one visitor, once. */
  readonly #inits = new Map<Encoding, { headers: Headers }>();
  #wasSent = false;

  constructor({ bytes, about, tag, ...kind }: Parts) {
    this.bytes = bytes;
    this.about = about;
    this.#tag = tag;
    this.#headers = pageHeaders(kind);
  }

  /** At once when it is ready in that encoding. */
  answer(request: Request, keep: Keep): Response | Promise<Response> {
    const { headers } = request;
    const encoding = encodingFor(headers.get("accept-encoding"), this.bytes.length);
    const init = this.#initOf(encoding);
    const seen = headers.get("if-none-match");
    if (seen !== null && matches(seen, tagOf(this.#tag, encoding))) return new Response(null, { status: 304, ...init });
    const ready = encoding === "identity" ? this.bytes : this.#compressed.get(encoding);
    if (ready) return new Response(ready, init);
    return this.#made(encoding as Compressed, keep).then((bytes) => new Response(bytes, init));
  }

  #made(encoding: Compressed, keep: Keep): Promise<Buffer<ArrayBuffer>> {
    const before = this.#making.get(encoding);
    if (before) return before;
    // Of a copy: what is kept may be overwritten while this goes on.
    const making = compressed(Buffer.from(this.bytes), encoding)
      .then((bytes) => {
        const kept = keep(bytes);
        if (kept) this.#compressed.set(encoding, kept);
        return bytes;
      })
      .finally(() => this.#making.delete(encoding));
    this.#making.set(encoding, making);
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
