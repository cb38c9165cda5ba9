import { errors } from "../../contract";
import type { IdPrefix } from "../ids";
import type { Log } from "../log";
import { Problem } from "../problem";
import type { Site } from "../site";
import { type Database, Unavailable } from "../storage/port";
import { assetAnswer } from "./assets";
import { findLivePage } from "./find-page";
import { keepFresh } from "./freshness";
import { type Host, Hosts } from "./hosts";
import { Styles } from "./kept-page";
import { createLetterbox } from "./letterbox";
import { Looks } from "./looks";
import { noticeResponse } from "./notices";
import { addressIn, isUsual, type Place, partsOf, placeOf } from "./place";
import { previewAnswer } from "./preview";
import { defaultCacheBytes, Shelf } from "./shelf";
import { createSitemaps } from "./sitemap";

export interface PagesParts {
  db: Database;
  site: Site;
  log: Log;
  clock: () => number;
  newId: (prefix: IdPrefix) => string;
  /** False once stopping has begun. */
  accepting: () => boolean;
  cacheBytes?: number;
}

/** What visitors reach: live pages from memory, and what a page itself calls. */
export interface Pages {
  answer(request: Request): Response | Promise<Response>;
  gauges(): Record<string, number>;
  close(): void;
}

export function createPages(parts: PagesParts): Pages {
  const { db, site, log, cacheBytes = defaultCacheBytes } = parts;
  const hosts = new Hosts(db, site.pagesUrl);
  const shelf = new Shelf(cacheBytes);
  const looks = new Looks(db, site.seal);
  const keeping = { db, site, styles: new Styles() };
  const letterbox = createLetterbox({ ...parts, looks });
  const sitemap = createSitemaps(parts);
  const all = [hosts, shelf, looks];
  const stopListening = keepFresh(db, {
    drop(id) {
      for (const kept of all) kept.drop(id);
    },
    clear() {
      for (const kept of all) kept.clear();
    },
  });
  let fromMemory = 0;
  let lookedUp = 0;

  return {
    answer(request) {
      const address = addressIn(request.url);
      const page = isReading(request) ? shelf.get(address) : undefined;
      if (!page) return lookUp(request, address);
      fromMemory += 1;
      return page.answer(request, () => shelf.resize(page));
    },
    gauges: () => ({ ...shelf.gauges(), pages_from_memory_total: fromMemory, pages_looked_up_total: lookedUp }),
    close: stopListening,
  };

  async function lookUp(request: Request, address: string): Promise<Response> {
    lookedUp += 1;
    let tenantId: string | undefined;
    try {
      const { name, path } = partsOf(address);
      const host = await hosts.find(name);
      if (!host) return noticeResponse({ status: 421 }, null);
      tenantId = host.own ? undefined : host.tenantId;
      const own = await serviceAnswer(request, host, path);
      if (own) return own;
      const place = await placeOf(hosts, host, path, site);
      tenantId = place?.tenantId ?? tenantId;
      return await pageAnswer(request, address, place, tenantId);
    } catch (error) {
      return failure(error, request, tenantId);
    }
  }

  /** What is the service's own on every host. */
  async function serviceAnswer(request: Request, host: Host, path: string): Promise<Response | undefined> {
    if (path === "/_foyer/health") return parts.accepting() ? new Response("ok\n") : noticeResponse({ status: 503 }, null);
    if (path.startsWith("/_foyer/assets/")) return assetAnswer(parts, request, host, path);
    if (path.startsWith("/_foyer/preview/")) return previewAnswer({ ...parts, ...keeping }, request, host, path);
    if (path === "/_foyer/ask" || path === "/_foyer/forms") return letterbox(request, host, path);
    if (path === "/favicon.ico") return new Response(null, { status: 404 });
    return sitemap(request, host, path);
  }

  async function pageAnswer(
    request: Request,
    address: string,
    place: Place | undefined,
    tenantId: string | undefined,
  ): Promise<Response> {
    if (!place) return noticeResponse({ status: 404 }, await looks.of(tenantId));
    if (!isReading(request)) return noticeResponse({ status: 405, headers: { allow: "GET, HEAD" } }, await looks.of(tenantId));
    if (place.movedTo !== undefined) return noticeResponse({ status: 308, headers: { location: place.movedTo } }, null);
    const { changes } = shelf;
    const found = await findLivePage(keeping, place);
    if (!found) return noticeResponse({ status: 404 }, await looks.of(tenantId));
    if ("goneWith" in found) return noticeResponse({ status: 410 }, await looks.named(place.tenantId, found.goneWith));
    looks.prepare(place.tenantId);
    const { page } = found;
    if (isUsual(address, place, site)) shelf.put(address, page, changes);
    return page.answer(request, () => shelf.resize(page));
  }

  function failure(error: unknown, request: Request, tenantId: string | undefined): Response {
    const look = looks.known(tenantId);
    if (error instanceof Problem) {
      return noticeResponse(
        { status: errors[error.code].status, ...(error.details.headers && { headers: error.details.headers }) },
        look,
      );
    }
    log.error("page failed", error, { method: request.method });
    const isAway = error instanceof Unavailable;
    return noticeResponse({ status: isAway ? 503 : 500, headers: isAway ? { "retry-after": "5" } : {} }, look);
  }
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}
