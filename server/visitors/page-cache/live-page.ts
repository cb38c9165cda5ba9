import { PageHeaders } from "../headers";
import { bytesOf, type Part } from "./chunks";
import { compressed, type Encoding } from "./encodings";
import { KeptBytes, type RoomFor } from "./kept-bytes";
import type { SharedBytes } from "./shared-bytes";

interface Parts {
  parts: readonly Part[];
  /** As it was asked for. */
  address: string;
  encoding: Encoding;
  /** Of its scripts and styles, for the Content-Security-Policy. */
  sources: string;
  isIndexed: boolean;
  isSecure: boolean;
  /** Another for other bytes. */
  tag: string;
  /** What it is about: the tenant, page and audience, any of which may change. */
  about: readonly string[];
}

/** Where a page is on the shelf. The ring knows it by this, so that what has left the shelf does not stay in memory. */
export interface Slot {
  page: LivePage | undefined;
  /** Of the ring. */
  bytes: number;
}

/** A page as it is sent in one encoding. An answer has a copy of its bytes. */
export class LivePage {
  readonly address: string;
  readonly encoding: Encoding;
  readonly about: readonly string[];
  /** On the shelf, while it is there. */
  slot: Slot | undefined;
  /** In parts until it is compressed or kept. */
  #body: readonly Part[] | Buffer<ArrayBuffer> | KeptBytes;
  readonly #headers: PageHeaders;
  /** As it is sent. The bytes differ by encoding, so their names do. */
  readonly #tag: string;

  constructor({ parts, address, encoding, about, tag, ...kind }: Parts) {
    this.address = address;
    this.encoding = encoding;
    this.about = about;
    this.#body = parts;
    this.#tag = encoding === "identity" ? `"${tag}"` : `"${tag}.${encoding}"`;
    this.#headers = PageHeaders.of(kind);
  }

  /** Before it is kept or sent, where its encoding asks for that. */
  async compress(): Promise<void> {
    if (this.encoding === "identity" || !Array.isArray(this.#body)) return;
    const name = `${this.address} ${this.#tag}`;
    const before = inTheMaking.get(name);
    const making = before ?? compressed(bytesOf(this.#body), this.encoding);
    if (Buffer.isBuffer(making)) this.#body = making;
    else {
      inTheMaking.set(name, making);
      this.#body = await making.finally(() => inTheMaking.delete(name));
    }
  }

  /** Once; false when there is no room, or it was done. */
  keep(roomFor: RoomFor): boolean {
    const kept = this.#body instanceof KeptBytes ? undefined : KeptBytes.of(this.#body, roomFor);
    if (kept) this.#body = kept;
    return kept !== undefined;
  }

  /** What it has in common with others, when it is kept. */
  get pieces(): readonly SharedBytes[] {
    return this.#body instanceof KeptBytes ? this.#body.pieces : [];
  }

  answer({ headers }: Request): Response {
    const seen = headers.get("if-none-match");
    const init = this.#headers.with(this.#tag, this.encoding);
    return seen !== null && matches(seen, this.#tag)
      ? new Response(null, { status: 304, ...init })
      : new Response(this.#bytes(), init);
  }

  #bytes(): Buffer<ArrayBuffer> {
    if (this.#body instanceof KeptBytes) return this.#body.together();
    return Buffer.isBuffer(this.#body) ? this.#body : bytesOf(this.#body);
  }
}

/** By tag, and by address, of which each has bytes of its own: whoever asks for the same meanwhile waits for the same. */
const inTheMaking = new Map<string, Promise<Buffer<ArrayBuffer>>>();

function matches(header: string, tag: string): boolean {
  return header === tag || header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
