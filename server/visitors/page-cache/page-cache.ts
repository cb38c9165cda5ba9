import { CachedPage } from "./cached-page";
import type { CompressedEncoding, Encoding } from "./encodings";
import { Groups } from "./groups";
import type { CompressedPage } from "./live-page";
import { maxRingBufferBytes, RingBuffer } from "./ring-buffer";

/** Room for more than ten thousand typical pages. */
export const defaultCacheBytes = 80 * 1_048_576;
export const maxCacheBytes = maxRingBufferBytes;
/** One page takes at most this share: a few large ones must not push out all others. */
const largestShare = 1 / 8;
/** Until the end of its token's day. */
const longestMs = 86_400_000;

/** Compressed pages by address and encoding, as browsers ask for them. The oldest make room for new ones. */
export class PageCache {
  readonly #maxBytes: number;
  readonly #clock: () => number;
  readonly #bytes: RingBuffer<CachedPage>;
  readonly #byAddress: Record<CompressedEncoding, Map<string, CachedPage>> = { gzip: new Map(), br: new Map(), zstd: new Map() };
  /** By tenant, page and audience. */
  readonly #byId = new Groups<CachedPage>();
  #usedBytes = 0;
  #changes = 0;

  constructor(maxBytes: number, clock: () => number) {
    this.#maxBytes = maxBytes;
    this.#clock = clock;
    this.#bytes = new RingBuffer(maxBytes, (cached) => this.#remove(cached));
  }

  /** To be answered with at once: its bytes are in the ring buffer, and may soon be overwritten. */
  get(address: string, encoding: Encoding): CompressedPage | undefined {
    const cached = encoding === "identity" ? undefined : this.#byAddress[encoding].get(address);
    return cached && isInTime(cached, this.#clock()) ? cached : undefined;
  }

  /** Goes up with every change. To be read before the page is, and handed to `put`. */
  get changes(): number {
    return this.#changes;
  }

  /** Leaves out a page that was read before a change: it may be out of date, and no further signal would tell. */
  put(page: CompressedPage, changesBefore: number): void {
    const { address, encoding, body } = page;
    if (changesBefore !== this.#changes || body.length > this.#maxBytes * largestShare) return;
    const cached = new CachedPage(page);
    if (!this.#bytes.write(body, cached)) return;
    const before = this.#byAddress[encoding].get(address);
    if (before) this.#remove(before);
    this.#byAddress[encoding].set(address, cached);
    for (const id of idsOf(cached)) this.#byId.add(id, cached);
    this.#usedBytes += body.length;
  }

  /** Forgets the pages of an audience, a page or a tenant. */
  drop(id: string): void {
    this.#changes += 1;
    for (const cached of this.#byId.get(id)) this.#remove(cached);
  }

  clear(): void {
    this.#changes += 1;
    for (const pages of Object.values(this.#byAddress)) for (const cached of pages.values()) this.#remove(cached);
  }

  gauges(): Record<string, number> {
    const pages = Object.values(this.#byAddress).reduce((sum, { size }) => sum + size, 0);
    return { page_cache_pages: pages, page_cache_bytes: this.#usedBytes };
  }

  #remove(cached: CachedPage): void {
    cached.isKept = false;
    this.#byAddress[cached.encoding].delete(cached.address);
    this.#usedBytes -= cached.length;
    for (const id of idsOf(cached)) this.#byId.delete(id, cached);
  }
}

/** What is kept for longer than anything is was made while the clock was ahead: its token is of a day to come. */
function isInTime({ until }: CachedPage, now: number): boolean {
  return now < until && until - now <= longestMs;
}

function idsOf({ visited: { tenantId, pageId, audienceId } }: CachedPage): string[] {
  return [tenantId, pageId, audienceId];
}
