import { PageHeaders } from "./headers";
import type { SharedBytes } from "./shared-bytes";
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
  readonly #headers: PageHeaders;
  readonly #tag: string;
  /** Or still in the making. */
  #compressed: Map<Compressed, Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>> | undefined;

  constructor({ whole, address, about, tag, ...kind }: Parts) {
    this.address = address;
    this.about = about;
    this.#whole = whole;
    this.#tag = tag;
    this.#headers = PageHeaders.of(kind);
  }

  get length(): number {
    return this.#whole.length;
  }

  /** What it has in common with others, which it holds as long as it is kept. */
  get pieces(): readonly SharedBytes[] {
    return this.#whole.pieces;
  }

  settle(keeper: Keeper): void {
    const room = keeper.room(this, this.#whole.ownLength);
    if (room) this.#whole.moveTo(room);
  }

  /** At once when it is ready in that encoding. */
  answer(request: Request, keeper: Keeper): Response | Promise<Response> {
    const { headers } = request;
    const encoding = encodingFor(headers.get("accept-encoding"), this.length);
    const seen = headers.get("if-none-match");
    const tag = tagOf(this.#tag, encoding);
    if (seen !== null && matches(seen, tag))
      return new Response(null, { status: 304, headers: this.#headers.with(tag, encoding) });
    const ready =
      encoding === "identity" ? this.#whole.bytes() : (this.#compressed?.get(encoding) ?? this.#compress(encoding, keeper));
    const sent = (bytes: Buffer<ArrayBuffer>) => new Response(bytes, { headers: this.#headers.with(tag, encoding) });
    return ready instanceof Promise ? ready.then(sent) : sent(ready);
  }

  #compress(encoding: Compressed, keeper: Keeper): Promise<Buffer<ArrayBuffer>> {
    this.#compressed ??= new Map();
    const made = this.#compressed;
    const making = compressed(Buffer.from(this.#whole.bytes()), encoding)
      .finally(() => made.delete(encoding))
      .then((bytes) => {
        const room = keeper.room(this, bytes.length);
        if (room) made.set(encoding, room.fill(bytes));
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
