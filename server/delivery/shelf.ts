import type { LivePage } from "./live-page";
import { Ring } from "./ring";

/** Room for ten thousand pages of the usual size. */
export const defaultCacheBytes = 144 * 1_048_576;
/** One page takes at most this part of the shelf: a few large ones must not push out all others. */
const largestPart = 1 / 8;

/** Live pages in memory by their addresses, as many as there is room for; the oldest go first, and are read again. */
export class Shelf {
  readonly #largestBytes: number;
  readonly #ring: Ring;
  readonly #pages = new Map<string, LivePage>();
  readonly #addressesAbout = new Map<string, Set<string>>();
  /** Goes up with every change that was heard: what was read before one may be what it changed. */
  #changes = 0;

  constructor(maxBytes: number) {
    this.#largestBytes = maxBytes * largestPart;
    this.#ring = new Ring(maxBytes);
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
    if (changesBefore !== this.#changes || page.bytes.length > this.#largestBytes) return;
    this.#remove(address);
    this.#pages.set(address, page);
    for (const id of page.about) {
      const addresses = this.#addressesAbout.get(id) ?? new Set();
      this.#addressesAbout.set(id, addresses.add(address));
    }
    page.bytes = this.keep(address, page, page.bytes) ?? page.bytes;
  }

  /** More bytes of a page that is here: with any of them the page goes. Undefined when it is gone. */
  keep(address: string, page: LivePage, bytes: Buffer): Buffer<ArrayBuffer> | undefined {
    if (this.#pages.get(address) !== page) return undefined;
    return this.#ring.keep(bytes, () => {
      if (this.#pages.get(address) === page) this.#remove(address);
    });
  }

  drop(id: string): void {
    this.#changes += 1;
    for (const address of [...(this.#addressesAbout.get(id) ?? [])]) this.#remove(address);
  }

  clear(): void {
    this.#changes += 1;
    this.#pages.clear();
    this.#addressesAbout.clear();
  }

  gauges(): Record<string, number> {
    return { page_cache_pages: this.#pages.size, page_cache_bytes: this.#ring.used };
  }

  #remove(address: string): void {
    const page = this.#pages.get(address);
    if (!page) return;
    this.#pages.delete(address);
    for (const id of page.about) {
      const addresses = this.#addressesAbout.get(id);
      addresses?.delete(address);
      if (addresses?.size === 0) this.#addressesAbout.delete(id);
    }
  }
}
