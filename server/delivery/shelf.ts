import type { LivePage } from "./live-page";
import { Ring } from "./ring";

/** Room for ten thousand pages of the usual size. */
export const defaultCacheBytes = 64 * 1_048_576;
/** One page takes at most this part of the shelf: a few large ones must not push out all others. */
const largestPart = 1 / 8;

/** Live pages in memory by their addresses, as many as there is room for; the oldest go first, and are read again. */
export class Shelf {
  readonly #largestBytes: number;
  readonly #ring: Ring<LivePage>;
  readonly #pages = new Map<string, LivePage>();
  readonly #pagesAbout = new Map<string, Set<LivePage>>();
  /** Goes up with every change that was heard: what was read before one may be what it changed. */
  #changes = 0;

  constructor(maxBytes: number) {
    this.#largestBytes = maxBytes * largestPart;
    this.#ring = new Ring(maxBytes, (page) => this.#remove(page));
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
    if (changesBefore !== this.#changes || page.length > this.#largestBytes) return;
    const { address } = page;
    const before = this.#pages.get(address);
    if (before) this.#remove(before);
    this.#pages.set(address, page);
    for (const id of page.about) {
      const pages = this.#pagesAbout.get(id) ?? new Set();
      this.#pagesAbout.set(id, pages.add(page));
    }
    page.settle(this);
  }

  /** For bytes of a page that is here: with any of them the page goes. Undefined when it is gone. */
  room(page: LivePage, length: number): Buffer<ArrayBuffer> | undefined {
    return this.#pages.get(page.address) === page ? this.#ring.take(length, page) : undefined;
  }

  drop(id: string): void {
    this.#changes += 1;
    for (const page of [...(this.#pagesAbout.get(id) ?? [])]) this.#remove(page);
  }

  clear(): void {
    this.#changes += 1;
    this.#pages.clear();
    this.#pagesAbout.clear();
  }

  gauges(): Record<string, number> {
    return { page_cache_pages: this.#pages.size, page_cache_bytes: this.#ring.used };
  }

  #remove(page: LivePage): void {
    if (this.#pages.get(page.address) !== page) return;
    this.#pages.delete(page.address);
    for (const id of page.about) {
      const pages = this.#pagesAbout.get(id);
      pages?.delete(page);
      if (pages?.size === 0) this.#pagesAbout.delete(id);
    }
  }
}
