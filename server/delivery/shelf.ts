import type { LivePage } from "./live-page";

/** Room for ten thousand pages of the usual size, each in two encodings. */
export const defaultCacheBytes = 192 * 1_048_576;
/** One page takes at most this part of the shelf: a few large ones must not push out all others. */
const largestPart = 1 / 8;
/** What keeping a page takes beside its bytes, about. */
const overheadBytes = 4_096;

/** Live pages in memory by their addresses, as many as there is room for; those that nobody came back for go first. */
export class Shelf {
  readonly #maxBytes: number;
  readonly #pages = new Map<string, LivePage>();
  readonly #sizes = new Map<LivePage, number>();
  readonly #addressesAbout = new Map<string, Set<string>>();
  #bytes = 0;
  /** Goes up with every change that was heard: what was read before one may be what it changed. */
  #changes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(address: string): LivePage | undefined {
    return this.#pages.get(address);
  }

  /** To be handed to `put`: asked for before the page is read. */
  get changes(): number {
    return this.#changes;
  }

  /** Leaves it out when something changed since: nobody would tell that it is old. */
  put(address: string, page: LivePage, changesBefore: number): void {
    if (changesBefore !== this.#changes || page.size > this.#maxBytes * largestPart) return;
    this.#remove(address);
    this.#pages.set(address, page);
    for (const id of page.about) {
      const addresses = this.#addressesAbout.get(id) ?? new Set();
      this.#addressesAbout.set(id, addresses.add(address));
    }
    this.#sizes.set(page, 0);
    this.resize(page);
  }

  /** A page that is kept has grown. */
  resize(page: LivePage): void {
    const before = this.#sizes.get(page);
    if (before === undefined) return;
    const size = page.size + overheadBytes;
    this.#bytes += size - before;
    this.#sizes.set(page, size);
    this.#makeRoom();
  }

  drop(id: string): void {
    this.#changes += 1;
    for (const address of [...(this.#addressesAbout.get(id) ?? [])]) this.#remove(address);
  }

  clear(): void {
    this.#changes += 1;
    for (const address of [...this.#pages.keys()]) this.#remove(address);
  }

  gauges(): Record<string, number> {
    return { page_cache_pages: this.#pages.size, page_cache_bytes: this.#bytes };
  }

  /** Each gets a second chance: one that was looked at meanwhile goes to the end of the line. */
  #makeRoom(): void {
    for (const [address, page] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) return;
      if (page.wasUsed) {
        page.wasUsed = false;
        this.#pages.delete(address);
        this.#pages.set(address, page);
      } else this.#remove(address);
    }
  }

  #remove(address: string): void {
    const page = this.#pages.get(address);
    if (!page) return;
    this.#pages.delete(address);
    this.#bytes -= this.#sizes.get(page) ?? 0;
    this.#sizes.delete(page);
    for (const id of page.about) {
      const addresses = this.#addressesAbout.get(id);
      addresses?.delete(address);
      if (addresses?.size === 0) this.#addressesAbout.delete(id);
    }
  }
}
