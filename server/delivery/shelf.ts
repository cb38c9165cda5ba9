import { Groups } from "./groups";
import type { LivePage } from "./live-page";
import { Ring } from "./ring";
import { hold, lengthOf, release } from "./shared-bytes";

/** Half of it for what is each page's own, half for what they share: tens of thousands of the usual ones. */
export const defaultCacheBytes = 48 * 1_048_576;
/** One page takes at most this part of the shelf: a few large ones must not push out all others. */
const largestPart = 1 / 8;

/** Live pages in memory by their addresses, as many as there is room for; the oldest go first, and are read again. */
export class Shelf {
  readonly #maxBytes: number;
  readonly #largestBytes: number;
  readonly #own: Ring<LivePage>;
  #sharedBytes = 0;
  /** The oldest first. */
  readonly #pages = new Map<string, LivePage>();
  readonly #pagesAbout = new Groups<LivePage>();
  /** Goes up with every change that was heard: what was read before one may be what it changed. */
  #changes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#largestBytes = maxBytes * largestPart;
    this.#own = new Ring(maxBytes / 2, (page) => this.#remove(page));
  }

  get(address: string): LivePage | undefined {
    return this.#pages.get(address);
  }

  /** To be handed to `put`: asked for before the page is read. */
  get changes(): number {
    return this.#changes;
  }

  /** Leaves it out when something changed since: nobody would tell that it is old. */
  put(page: LivePage, changesBefore: number): void {
    if (changesBefore !== this.#changes || this.#maxBytes === 0) return;
    const before = this.#pages.get(page.address);
    if (before) this.#remove(before);
    this.#pages.set(page.address, page);
    for (const id of page.about) this.#pagesAbout.add(id, page);
    const isKept = page.keep(this);
    this.#sharedBytes += hold(page.pieces);
    if (!isKept || lengthOf(page.pieces) > this.#largestBytes) this.#remove(page);
    for (const oldest of this.#pages.values()) {
      if (this.#sharedBytes <= this.#maxBytes / 2) break;
      this.#remove(oldest);
    }
  }

  /** For bytes of a page that is here: with any of them the page goes. Undefined when it is gone. */
  room(page: LivePage, length: number): Buffer<ArrayBuffer> | undefined {
    if (this.#pages.get(page.address) !== page || length > this.#largestBytes) return undefined;
    return this.#own.take(length, page);
  }

  drop(id: string): void {
    this.#changes += 1;
    for (const page of this.#pagesAbout.of(id)) this.#remove(page);
  }

  clear(): void {
    this.#changes += 1;
    for (const page of [...this.#pages.values()]) this.#remove(page);
  }

  gauges(): Record<string, number> {
    return { page_cache_pages: this.#pages.size, page_cache_bytes: this.#own.used + this.#sharedBytes };
  }

  #remove(page: LivePage): void {
    if (this.#pages.get(page.address) !== page) return;
    this.#pages.delete(page.address);
    this.#sharedBytes -= release(page.pieces);
    for (const id of page.about) this.#pagesAbout.delete(id, page);
  }
}
