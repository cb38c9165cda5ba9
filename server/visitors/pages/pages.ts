import { turns } from "../../event-loop/turns";
import type { Peers } from "../../network/client-address";
import { PageHeaders } from "../headers";
import { bytesOf, Compressor } from "../page-cache/compressor";
import type { Encoding } from "../page-cache/encodings";
import { type LivePage, pageResponse, pageTagOf } from "../page-cache/live-page";
import type { PageCache } from "../page-cache/page-cache";
import type { Route } from "../routing/route";
import type { PageSource } from "./built-page";
import { lookUpPage, type PageLookup } from "./look-up-page";

type PageAnswer = Response | Exclude<PageLookup, { page: unknown }>;

/** Told of every page that is answered with. */
type OnAnswer = (request: Request, peers: Peers, page: LivePage) => void;

/** Answers with live pages, from memory if possible. */
export class Pages {
  readonly #source: PageSource;
  readonly #cache: PageCache;
  readonly #onAnswer: OnAnswer;
  readonly #compressor = new Compressor();
  #fromMemory = 0;
  #lookedUp = 0;

  constructor(source: PageSource, cache: PageCache, onAnswer: OnAnswer) {
    this.#source = source;
    this.#cache = cache;
    this.#onAnswer = onAnswer;
  }

  fromMemory(request: Request, peers: Peers, address: string, encoding: Encoding): Response | undefined {
    const page = this.#cache.get(address, encoding);
    if (!page) return undefined;
    this.#fromMemory += 1;
    return this.#answerWith(page, request, peers);
  }

  /** `changesBefore`: the cache's count of changes before anything was read for this request. */
  async answer(request: Request, peers: Peers, route: Route, encoding: Encoding, changesBefore: number): Promise<PageAnswer> {
    const remembered = this.fromMemory(request, peers, route.address, encoding);
    if (remembered) return remembered;
    this.#lookedUp += 1;
    // A page may have megabytes, and anybody can ask for it.
    return turns.during(route.tenantId, () => this.#lookUp(request, peers, route, encoding, changesBefore));
  }

  async #lookUp(request: Request, peers: Peers, route: Route, encoding: Encoding, changesBefore: number): Promise<PageAnswer> {
    const { tenantId } = route;
    const found = await lookUpPage(this.#source, route);
    if (!found || "archivedWithBrand" in found) return found;
    const { chunks, contentTag, until, visited, sources, isIndexed } = found.page;
    const headers = PageHeaders.of({ sources, isIndexed, isSecure: route.publicUrl.startsWith("https:") });
    const page = { address: route.address, tag: pageTagOf(contentTag, encoding), headers, until, visited };
    if (encoding === "identity") {
      await turns.next(tenantId);
      return this.#answerWith({ ...page, encoding, body: bytesOf(chunks) }, request, peers);
    }
    // Somebody who asked at the same time may have compressed it meanwhile.
    const meanwhile = this.#cache.get(route.address, encoding);
    if (meanwhile) return this.#answerWith(meanwhile, request, peers);
    const body = await this.#compressor.compress(`${route.address} ${contentTag}`, chunks, encoding, tenantId);
    const compressed = { ...page, encoding, body };
    this.#cache.put(compressed, changesBefore);
    return this.#answerWith(compressed, request, peers);
  }

  #answerWith(page: LivePage, request: Request, peers: Peers): Response {
    this.#onAnswer(request, peers, page);
    return pageResponse(page, request);
  }

  gauges(): Record<string, number> {
    return { pages_from_memory_total: this.#fromMemory, pages_looked_up_total: this.#lookedUp };
  }
}
