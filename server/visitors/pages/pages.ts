import { turns } from "../../event-loop/turns";
import { PageHeaders } from "../headers";
import { bytesOf, Compressor } from "../page-cache/compressor";
import type { Encoding } from "../page-cache/encodings";
import { pageResponse, tagOf } from "../page-cache/live-page";
import type { PageCache } from "../page-cache/page-cache";
import type { Route } from "../routing/route";
import type { PageSource } from "./built-page";
import { findPage, type PageLookup } from "./find-page";

export type PageAnswer = Response | Exclude<PageLookup, { page: unknown }>;

/** Answers with live pages, from memory if possible. */
export class Pages {
  readonly #source: PageSource;
  readonly #cache: PageCache;
  readonly #compressor = new Compressor();
  #fromMemory = 0;
  #lookedUp = 0;

  constructor(source: PageSource, cache: PageCache) {
    this.#source = source;
    this.#cache = cache;
  }

  fromMemory(request: Request, address: string, encoding: Encoding): Response | undefined {
    const response = this.#cache.answer(request, address, encoding);
    if (response) this.#fromMemory += 1;
    return response;
  }

  /** `changesBefore`: the cache's count of changes before anything was read for this request. */
  async answer(request: Request, route: Route, encoding: Encoding, changesBefore: number): Promise<PageAnswer> {
    const remembered = this.fromMemory(request, route.address, encoding);
    if (remembered) return remembered;
    this.#lookedUp += 1;
    // A page may have megabytes, and anybody can ask for it.
    return turns.during(route.tenantId, () => this.#lookUp(request, route, encoding, changesBefore));
  }

  async #lookUp(request: Request, route: Route, encoding: Encoding, changesBefore: number): Promise<PageAnswer> {
    const { tenantId } = route;
    const found = await findPage(this.#source, route);
    if (!found || "archivedWithBrand" in found) return found;
    const { chunks, contentTag, until, about, sources, isIndexed } = found.page;
    const headers = PageHeaders.of({ sources, isIndexed, isSecure: route.publicUrl.startsWith("https:") });
    const page = { address: route.address, tag: tagOf(contentTag, encoding), headers, until, about };
    if (encoding === "identity") {
      await turns.next(tenantId);
      return pageResponse({ ...page, encoding, body: bytesOf(chunks) }, request);
    }
    // Somebody who asked at the same time may have compressed it meanwhile.
    const meanwhile = this.#cache.answer(request, route.address, encoding);
    if (meanwhile) return meanwhile;
    const body = await this.#compressor.compress(`${route.address} ${contentTag}`, chunks, encoding, tenantId);
    const compressed = { ...page, encoding, body };
    this.#cache.put(compressed, changesBefore);
    return pageResponse(compressed, request);
  }

  gauges(): Record<string, number> {
    return { pages_from_memory_total: this.#fromMemory, pages_looked_up_total: this.#lookedUp };
  }
}
