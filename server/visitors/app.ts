import { keepFresh } from "../events/pages-changed";
import type { Client, Peers } from "../network/client-address";
import { createMetrics, visitorRequests } from "../telemetry/metrics";
import { createAssetAnswers } from "./assets";
import { fontAnswer } from "./fonts";
import { withSafetyHeaders } from "./headers";
import { createInbox } from "./inbox/inbox";
import { failureNotice } from "./notices/failure";
import { type NoticeBrand, NoticeBrands } from "./notices/notice-brands";
import { noticeLanguage } from "./notices/notice-language";
import { noticeResponse } from "./notices/notices";
import { type Encoding, encodingFor } from "./page-cache/encodings";
import { defaultCacheBytes, PageCache } from "./page-cache/page-cache";
import { FragmentCache, maxFragmentsLength } from "./pages/fragment-cache";
import { Pages } from "./pages/pages";
import { BrandIcons } from "./pictures/icons";
import { SharePictures } from "./pictures/share";
import { previewAnswer, unsavedPreviewAnswer } from "./preview";
import { type Host, Hosts } from "./routing/hosts";
import { queryOf, type Route, routeOf, splitAddress, withoutQuery } from "./routing/route";
import { scriptAnswer } from "./scripts";
import type { VisitorServices } from "./services";
import { createSitemaps, robotsAnswer } from "./sitemap";
import { createCollector } from "./visits/collector";
import { Networks } from "./visits/networks";
import { Views } from "./visits/views";

/** The visitors' listener: live pages, and what pages themselves ask for. */
export interface VisitorApp {
  answer(request: Request, peers: Peers): Response | Promise<Response>;
  gauges(): Record<string, number>;
  /** Prometheus text. */
  metrics(): string;
  close(): void;
}

type OwnPath = [
  methods: readonly string[],
  path: string,
  answer: (
    request: Request,
    host: Host,
    path: string,
    client: () => Client,
  ) => Response | undefined | Promise<Response | undefined>,
];

const reading = ["GET", "HEAD"];
/** What the log and metrics call the address of a page, whether there is one or not. */
const pageRoute = "page";
const posting = ["POST"];

export function createVisitorApp(services: VisitorServices): VisitorApp {
  const { db, site, log, clock, clientAddress, cacheBytes = defaultCacheBytes } = services;
  const hosts = new Hosts(db, site.pagesUrl);
  const brands = new NoticeBrands(db, site.signer, services.settings);
  const cache = new PageCache(cacheBytes, clock);
  const source = { db, site, clock, settings: services.settings, fragments: new FragmentCache(maxFragmentsLength) };
  const networks = new Networks();
  const views = new Views(networks);
  const inbox = createInbox(services, brands, views);
  const collector = createCollector(services, networks, views);
  const pages = new Pages(source, cache, (request, peers, page) =>
    collector.notePage(request, page, () => clientAddress(request, peers)),
  );
  const sitemap = createSitemaps(services);
  const metrics = createMetrics(visitorRequests);
  const assets = createAssetAnswers(services);
  const shares = new SharePictures(services);
  const icons = new BrandIcons(services);

  /** The same on every host. All other paths lead to pages. */
  const ownPaths: readonly OwnPath[] = [
    [reading, "/_foyer/health", () => (services.accepting() ? new Response("ok\n") : noticeResponse({ status: 503 }, null))],
    [reading, "/_foyer/assets/*", assets],
    [reading, "/_foyer/fonts/*", (_, _host, path) => fontAnswer(path)],
    [reading, "/_foyer/scripts/*", (request, _host, path) => scriptAnswer(request, path)],
    [reading, "/_foyer/share/*", (_, host, path) => shares.answer(host, path)],
    [reading, "/_foyer/icons/*", (_, host, path) => icons.answer(host, path)],
    [reading, "/_foyer/preview/*", (_, host, path) => previewAnswer(source, host, path)],
    [posting, "/_foyer/page_preview/*", (request, host, path) => unsavedPreviewAnswer(source, request, host, path)],
    [posting, "/_foyer/ask", (request, host, _, client) => inbox.takeQuestion(request, host, client())],
    [reading, "/_foyer/form_token", (request, _host, _path, client) => inbox.giveFormToken(request, client())],
    [posting, "/_foyer/forms", (request, host, _, client) => inbox.takeForm(request, host, client())],
    [posting, "/_foyer/visits/*", (request, host, path, client) => collector.takeBatch(request, host, path, client())],
    [reading, "/_foyer/views/*", (request, host, path, client) => collector.takeView(request, host, path, client())],
    [reading, "/_foyer/more/*", (request, host, path, client) => collector.takeDecoy(request, host, path, client())],
    [reading, "/favicon.ico", (_, host) => icons.favicon(host)],
    [reading, "/robots.txt", (_, host) => robotsAnswer(host)],
    [reading, "/sitemap.xml", (_, host) => sitemap(host)],
  ];
  const ownFiles = new Set(ownPaths.map(([, path]) => path).filter((path) => !path.startsWith("/_foyer/")));

  const fresh = [hosts, brands, cache, shares];
  const stopListening = keepFresh(db, {
    drop(id) {
      for (const one of fresh) one.drop(id);
    },
    clear() {
      for (const one of fresh) one.clear();
    },
  });

  return {
    answer(request, peers) {
      const started = performance.now();
      const { url, method } = request;
      const encoding = encodingFor(request.headers.get("accept-encoding"));
      const address = withoutQuery(url);
      const remembered = reading.includes(method) ? pages.fromMemory(request, peers, address, encoding) : undefined;
      if (!remembered) return answerAddress(request, address, encoding, peers, started);
      observe(method, pageRoute, remembered.status, started, undefined);
      return remembered;
    },
    gauges: () => ({ ...cache.gauges(), ...pages.gauges() }),
    metrics: () => metrics.render({}),
    close: stopListening,
  };

  function observe(method: string, route: string, status: number, started: number, tenantId: string | undefined): void {
    const ms = performance.now() - started;
    metrics.observe(route, status, ms);
    log.visitorRequest({ method, route, status, ms, tenantId });
  }

  async function answerAddress(
    request: Request,
    address: string,
    encoding: Encoding,
    peers: Peers,
    started: number,
  ): Promise<Response> {
    // Read first, because the owner of a host or path may change as well as the page.
    const changesBefore = cache.changes;
    const { hostName, path } = splitAddress(address);
    const ownPath = ownPathAt(path);
    let host: Host | undefined;
    let tenantId: string | undefined;
    let response: Response | undefined;
    const notFound = (status: number, brand: NoticeBrand | null) =>
      noticeResponse({ status, language: noticeLanguage(request, brand) }, brand);
    try {
      host = await hosts.find(hostName);
      response = host ? await (ownPath && ownAnswer(ownPath, request, host, path, peers)) : notFound(421, null);
      if (host && !response) {
        const route = await routeOf(hosts, host, path, site);
        tenantId = route?.tenantId ?? (host.own ? undefined : host.tenantId);
        response = route && (await routeAnswer(request, peers, route, encoding, changesBefore));
      }
      response ??= notFound(404, await brands.ofTenant(tenantId));
    } catch (error) {
      response = failureNotice(error, request, log, brands.cached(tenantId));
    }
    observe(request.method, ownPath?.[1] ?? pageRoute, response.status, started, tenantId);
    return withSafetyHeaders(response, host?.own === false || site.pagesUrl.startsWith("https:"));
  }

  function ownPathAt(path: string): OwnPath | undefined {
    if (!path.startsWith("/_foyer/") && !ownFiles.has(path)) return undefined;
    const matches = (pattern: string) => (pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern);
    return ownPaths.find(([, pattern]) => matches(pattern));
  }

  function ownAnswer([methods, , answer]: OwnPath, request: Request, host: Host, path: string, peers: Peers) {
    return methods.includes(request.method)
      ? answer(request, host, path, () => clientAddress(request, peers))
      : notAllowed(methods, null);
  }

  async function routeAnswer(
    request: Request,
    peers: Peers,
    route: Route,
    encoding: Encoding,
    changesBefore: number,
  ): Promise<Response | undefined> {
    const { tenantId, redirectTo } = route;
    if (!isReading(request)) return notAllowed(reading, await brands.ofTenant(tenantId));
    if (redirectTo !== undefined) {
      // With its query, because the campaign is in it.
      const location = `${redirectTo}${queryOf(request.url)}`;
      return noticeResponse({ status: 308, headers: { location } }, null);
    }
    const answer = await pages.answer(request, peers, route, encoding, changesBefore);
    if (answer && "archivedWithBrand" in answer) {
      const { archivedWithBrand, language } = answer;
      return noticeResponse({ status: 410, language }, await brands.ofPage(tenantId, archivedWithBrand));
    }
    if (answer) brands.warmUp(tenantId);
    return answer;
  }
}

function notAllowed(methods: readonly string[], brand: NoticeBrand | null): Response {
  return noticeResponse({ status: 405, headers: { allow: methods.join(", ") } }, brand);
}

function isReading({ method }: Request): boolean {
  return reading.includes(method);
}
