import { errors } from "../../contract";
import { keepFresh } from "../events/pages-changed";
import { Problem } from "../records/problem";
import { Unavailable } from "../storage/port";
import { assetAnswer } from "./assets";
import { safetyHeaders, secureHeaders } from "./headers";
import { createLetterbox } from "./inbox/inbox";
import { type Branded, Looks } from "./notices/looks";
import { noticeResponse } from "./notices/notices";
import { type Encoding, encodingFor } from "./page-cache/encodings";
import { findLivePage } from "./page-cache/find-page";
import { createKeeping } from "./page-cache/kept-page";
import { defaultCacheBytes, Shelf } from "./page-cache/page-cache";
import { previewAnswer } from "./preview";
import { type Host, Hosts } from "./routing/hosts";
import { addressIn, isUsual, type Place, partsOf, placeOf } from "./routing/route";
import type { VisitorServices } from "./services";
import { createSitemaps, robotsAnswer } from "./sitemap";

/** What visitors reach: live pages from memory, and what a page itself calls. */
export interface VisitorApp {
  answer(request: Request): Response | Promise<Response>;
  gauges(): Record<string, number>;
  close(): void;
}

export function createVisitorApp(parts: VisitorServices): VisitorApp {
  const { db, site, log, cacheBytes = defaultCacheBytes } = parts;
  const usualPort = new URL(site.pagesUrl).port;
  const hosts = new Hosts(db, site.pagesUrl);
  const shelf = new Shelf(cacheBytes);
  const looks = new Looks(db, site.signer);
  const keeping = createKeeping(db, site);
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
  const ownPaths: [path: string, answer: (request: Request, host: Host, path: string) => Promise<Response | undefined>][] = [
    ["/_foyer/health", async () => (parts.accepting() ? new Response("ok\n") : noticeResponse({ status: 503 }, null))],
    ["/_foyer/assets/", (...asked) => assetAnswer(parts, ...asked)],
    ["/_foyer/preview/", (...asked) => previewAnswer({ ...parts, ...keeping }, ...asked)],
    ["/favicon.ico", async () => new Response(null, { status: 404 })],
    ["/robots.txt", async (_, host) => robotsAnswer(host)],
    ["/sitemap.xml", (_, host) => sitemap(host)],
  ];
  const ownFiles = new Set(ownPaths.map(([path]) => path).filter((path) => !path.startsWith("/_foyer/")));
  let fromMemory = 0;
  let lookedUp = 0;

  return {
    answer(request) {
      const address = addressIn(request.url);
      const encoding = encodingFor(request.headers.get("accept-encoding"));
      const page = isReading(request) ? shelf.get(address, encoding) : undefined;
      if (!page) return lookUp(request, address, encoding);
      fromMemory += 1;
      return page.answer(request);
    },
    gauges: () => ({ ...shelf.gauges(), pages_from_memory_total: fromMemory, pages_looked_up_total: lookedUp }),
    close: stopListening,
  };

  async function lookUp(request: Request, address: string, encoding: Encoding): Promise<Response> {
    lookedUp += 1;
    const { name, path } = partsOf(address);
    let host: Host | undefined;
    let tenantId: string | undefined;
    try {
      // Before anything is read: what changes from here on must not be kept as it was.
      const { changes } = shelf;
      host = await hosts.find(name);
      if (!host) return guarded(noticeResponse({ status: 421 }, null), host);
      const isServices = path.startsWith("/_foyer/") || ownFiles.has(path);
      const own = isServices ? await serviceAnswer(request, host, path) : undefined;
      if (own) return guarded(own, host);
      const place = await placeOf(hosts, host, path, site);
      tenantId = place?.tenantId ?? (host.own ? undefined : host.tenantId);
      if (!place) return guarded(notFound(await looks.of(tenantId)), host);
      const isPlain = isReading(request) && place.movedTo === undefined;
      const live = isPlain ? await findLivePage(keeping, place, address, encoding) : undefined;
      if (!live || !("page" in live)) return guarded(await insteadOf(request, place, live), host);
      const { page } = live;
      looks.prepare(place.tenantId);
      await page.compress();
      if (shelf.isOpen && isUsual(address, place, usualPort)) shelf.put(page, changes);
      return page.answer(request);
    } catch (error) {
      return guarded(failure(error, request, tenantId), host);
    }
  }

  /** What is the service's own on every host. */
  async function serviceAnswer(request: Request, host: Host, path: string): Promise<Response | undefined> {
    if (path === "/_foyer/ask" || path === "/_foyer/forms") return letterbox(request, host, path);
    const answer = ownPaths.find(([start]) => path === start || (start.endsWith("/") && path.startsWith(start)))?.[1];
    if (!answer) return undefined;
    return isReading(request) ? answer(request, host, path) : notAllowed(null);
  }

  async function insteadOf(
    request: Request,
    { tenantId, movedTo }: Place,
    gone: { goneWith: string } | undefined,
  ): Promise<Response> {
    if (gone) return noticeResponse({ status: 410 }, await looks.named(tenantId, gone.goneWith));
    if (!isReading(request)) return notAllowed(await looks.of(tenantId));
    if (movedTo !== undefined) return noticeResponse({ status: 308, headers: { location: movedTo } }, null);
    return notFound(await looks.of(tenantId));
  }

  /** On every answer but a page, which brings its own. */
  function guarded(response: Response, host: Host | undefined): Response {
    const isSecure = host?.own === false || site.pagesUrl.startsWith("https:");
    const { headers } = response;
    for (const [name, value] of isSecure ? secureGuards : guards) if (!headers.has(name)) headers.set(name, value);
    return response;
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

const guards = Object.entries(safetyHeaders);
const secureGuards = [...guards, ...Object.entries(secureHeaders)];

function notFound(look: Branded | null): Response {
  return noticeResponse({ status: 404 }, look);
}

function notAllowed(look: Branded | null): Response {
  return noticeResponse({ status: 405, headers: { allow: "GET, HEAD" } }, look);
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}
