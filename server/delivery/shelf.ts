import { Groups } from "./groups";
import type { LivePage } from "./live-page";
import { Ring, type Room } from "./ring";
import { hold, lengthOf, release } from "./shared-bytes";

/** Half of it for what is each page's own, half for what they share: some ten thousand of the usual ones, fewer with what they were compressed to. */
export const defaultCacheBytes = 64 * 1_048_576;
/** One page takes at most this part of either half: a few large ones must not push out all others. */
const largestPart = 1 / 8;

/** A page's place on the shelf. The ring knows it by this, so that what has left the shelf does not stay in memory. */
export interface Place {
  page: LivePage | undefined;
  /** Of the ring, in all encodings. */
  bytes: number;
}

/** Live pages in memory by their addresses, as many as there is room for; the oldest go first, and are read again. */
export class Shelf {
  readonly #halfBytes: number;
  readonly #ring: Ring<Place>;
  /** The oldest first. */
  readonly #pages = new Map<string, LivePage>();
  readonly #pagesAbout = new Groups<LivePage>();
  #ownBytes = 0;
  #sharedBytes = 0;
  /** Goes up with every change that was heard: what was read before one may be what it changed. */
  #changes = 0;

  constructor(maxBytes: number) {
    this.#halfBytes = maxBytes / 2;
    this.#ring = new Ring(this.#halfBytes, ({ page }) => page && this.#remove(page));
  }

  get(address: string): LivePage | undefined {
    return this.#pages.get(address);
  }

  /** Whether it keeps anything. */
  get isOpen(): boolean {
    return this.#halfBytes > 0;
  }

  /** To be handed to `put`: asked for before the page is read. */
  get changes(): number {
    return this.#changes;
  }

  /** Leaves it out when something changed since: nobody would tell that it is old. */
  put(page: LivePage, changesBefore: number): void {
    if (changesBefore !== this.#changes || !this.isOpen) return;
    const place: Place = { page: undefined, bytes: 0 };
    const isKept = page.keep((length) => this.#take(place, length));
    if (!isKept || lengthOf(page.pieces) > this.#halfBytes * largestPart) return;
    const before = this.get(page.address);
    if (before) this.#remove(before);
    place.page = page;
    page.place = place;
    this.#pages.set(page.address, page);
    for (const id of page.about) this.#pagesAbout.add(id, page);
    this.#ownBytes += place.bytes;
    this.#sharedBytes += hold(page.pieces);
    for (const oldest of this.#pages.values()) {
      if (this.#sharedBytes <= this.#halfBytes) break;
      this.#remove(oldest);
    }
  }

  /** For more bytes of a page that is here: with any of them the page goes. Undefined when it is gone. */
  room(page: LivePage, length: number): Room | undefined {
    const { place } = page;
    if (!place) return undefined;
    const room = this.#take(place, length);
    if (room && place.page === page) this.#ownBytes += length;
    return room;
  }

  drop(id: string): void {
    this.#changes += 1;
    for (const page of this.#pagesAbout.of(id)) this.#remove(page);
  }

  clear(): void {
    this.#changes += 1;
    for (const page of this.#pages.values()) this.#remove(page);
  }

  gauges(): Record<string, number> {
    return { page_cache_pages: this.#pages.size, page_cache_bytes: this.#ownBytes + this.#sharedBytes };
  }

  #take(place: Place, length: number): Room | undefined {
    if (place.bytes + length > this.#halfBytes * largestPart) return undefined;
    const room = this.#ring.take(length, place);
    if (room) place.bytes += length;
    return room;
  }

  #remove(page: LivePage): void {
    const { place } = page;
    if (!place) return;
    page.place = undefined;
    place.page = undefined;
    this.#pages.delete(page.address);
    this.#ownBytes -= place.bytes;
    this.#sharedBytes -= release(page.pieces);
    for (const id of page.about) this.#pagesAbout.delete(id, page);
  }
}
