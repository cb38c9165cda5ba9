import type { Encoding } from "./encodings";
import type { LivePage, Slot } from "./live-page";
import { Groups } from "./multi-map";
import { maxRingBytes, Ring } from "./ring-buffer";
import { hold, release } from "./shared-bytes";

/** Of the usual pages, ten thousand as browsers ask for them, and more of those that are not compressed. */
export const defaultCacheBytes = 64 * 1_048_576;
/** For what is each page's own; the rest is for what pages share, which is little for each of them. */
const ownShare = 3 / 4;
export const maxCacheBytes = Math.floor(maxRingBytes / ownShare);
/** One page takes at most this part of either share: a few large ones must not push out all others. */
const largestPart = 1 / 8;

/** Live pages in memory by their addresses, as many as there is room for; the oldest go first, and are read again. */
export class Shelf {
  readonly #maxOwnBytes: number;
  readonly #maxSharedBytes: number;
  readonly #ring: Ring<Slot>;
  /** The oldest first. */
  readonly #pages: Record<Encoding, Map<string, LivePage>> = {
    identity: new Map(),
    gzip: new Map(),
    br: new Map(),
    zstd: new Map(),
  };
  readonly #pagesAbout = new Groups<LivePage>();
  #ownBytes = 0;
  #sharedBytes = 0;
  /** Goes up with every change that was heard: what was read before one may be what it changed. */
  #changes = 0;

  constructor(maxBytes: number) {
    this.#maxOwnBytes = Math.floor(maxBytes * ownShare);
    this.#maxSharedBytes = maxBytes - this.#maxOwnBytes;
    this.#ring = new Ring(this.#maxOwnBytes, ({ page }) => page && this.#remove(page));
  }

  get(address: string, encoding: Encoding): LivePage | undefined {
    return this.#pages[encoding].get(address);
  }

  /** Whether it keeps anything. */
  get isOpen(): boolean {
    return this.#maxOwnBytes > 0;
  }

  /** To be handed to `put`: asked for before the page is read. */
  get changes(): number {
    return this.#changes;
  }

  /** Leaves it out when something changed since: nobody would tell that it is old. */
  put(page: LivePage, changesBefore: number): void {
    if (changesBefore !== this.#changes || !this.isOpen) return;
    const slot: Slot = { page: undefined, bytes: 0 };
    const isKept = page.keep((ownBytes, sharedBytes) => {
      const isTooLarge = ownBytes > this.#maxOwnBytes * largestPart || sharedBytes > this.#maxSharedBytes * largestPart;
      slot.bytes = ownBytes;
      return isTooLarge ? undefined : this.#ring.take(ownBytes, slot);
    });
    if (!isKept) return;
    const before = this.get(page.address, page.encoding);
    if (before) this.#remove(before);
    slot.page = page;
    page.slot = slot;
    this.#pages[page.encoding].set(page.address, page);
    for (const id of page.about) this.#pagesAbout.add(id, page);
    this.#ownBytes += slot.bytes;
    this.#sharedBytes += hold(page.pieces);
    // What is compressed shares nothing.
    for (const oldest of this.#pages.identity.values()) {
      if (this.#sharedBytes <= this.#maxSharedBytes) break;
      this.#remove(oldest);
    }
  }

  drop(id: string): void {
    this.#changes += 1;
    for (const page of this.#pagesAbout.of(id)) this.#remove(page);
  }

  clear(): void {
    this.#changes += 1;
    for (const pages of this.#byEncoding()) for (const page of pages.values()) this.#remove(page);
  }

  gauges(): Record<string, number> {
    const pages = this.#byEncoding().reduce((sum, { size }) => sum + size, 0);
    return { page_cache_pages: pages, page_cache_bytes: this.#ownBytes + this.#sharedBytes };
  }

  #byEncoding(): Map<string, LivePage>[] {
    return Object.values(this.#pages);
  }

  #remove(page: LivePage): void {
    const { slot } = page;
    if (!slot) return;
    page.slot = undefined;
    slot.page = undefined;
    this.#pages[page.encoding].delete(page.address);
    this.#ownBytes -= slot.bytes;
    this.#sharedBytes -= release(page.pieces);
    for (const id of page.about) this.#pagesAbout.delete(id, page);
  }
}
