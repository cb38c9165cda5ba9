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

interface Variant {
  bytes: Buffer<ArrayBuffer>;
  init: { headers: Headers };
}

/** A page as it is sent: its bytes in each encoding that somebody asked for, with their headers. */
export class LivePage {
  readonly about: readonly string[];
  /** Looked at since the shelf last went by. */
  wasUsed = false;
  readonly #html: Buffer<ArrayBuffer>;
  readonly #headers: Headers;
  readonly #tag: string;
  readonly #variants = new Map<Encoding, Variant>();
  readonly #making = new Map<Compressed, Promise<Variant>>();

  constructor({ bytes, about, tag, ...kind }: Parts) {
    this.about = about;
    this.#html = bytes;
    this.#tag = tag;
    this.#headers = pageHeaders(kind);
  }

  get size(): number {
    let size = this.#html.length;
    for (const [encoding, { bytes }] of this.#variants) if (encoding !== "identity") size += bytes.length;
    return size;
  }

  /** At once when it is ready in that encoding. `grown` is told when another was added. */
  answer(request: Request, grown: () => void): Response | Promise<Response> {
    this.wasUsed = true;
    const { headers } = request;
    const encoding = encodingFor(headers.get("accept-encoding"), this.#html.length);
    const seen = headers.get("if-none-match");
    if (seen !== null && matches(seen, tagOf(this.#tag, encoding))) {
      return new Response(null, { status: 304, headers: this.#headersOf(encoding) });
    }
    const ready = this.#variants.get(encoding);
    if (ready) return new Response(ready.bytes, ready.init);
    if (encoding === "identity") return this.#plain();
    return this.#made(encoding, grown).then(({ bytes, init }) => new Response(bytes, init));
  }

  #plain(): Response {
    const init = { headers: this.#headersOf("identity") };
    this.#variants.set("identity", { bytes: this.#html, init });
    return new Response(this.#html, init);
  }

  #made(encoding: Compressed, grown: () => void): Promise<Variant> {
    const before = this.#making.get(encoding);
    if (before) return before;
    const making = this.#make(encoding)
      .then((variant) => {
        this.#variants.set(encoding, variant);
        grown();
        return variant;
      })
      .finally(() => this.#making.delete(encoding));
    this.#making.set(encoding, making);
    return making;
  }

  async #make(encoding: Compressed): Promise<Variant> {
    return { bytes: await compressed(this.#html, encoding), init: { headers: this.#headersOf(encoding) } };
  }

  #headersOf(encoding: Encoding): Headers {
    const headers = new Headers(this.#headers);
    headers.set("etag", tagOf(this.#tag, encoding));
    if (encoding !== "identity") headers.set("content-encoding", encoding);
    return headers;
  }
}

/** The bytes differ by encoding, so their names do. */
function tagOf(tag: string, encoding: Encoding): string {
  return encoding === "identity" ? `"${tag}"` : `"${tag}.${encoding}"`;
}

function matches(header: string, tag: string): boolean {
  return header === tag || header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
