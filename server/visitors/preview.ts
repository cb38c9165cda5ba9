import type { Site } from "../context";
import { turns } from "../event-loop/turns";
import { openPreview, readSeal } from "../features/previews";
import { contentPolicy, pageHeaderFields } from "./headers";
import { noticeResponse } from "./notices/notices";
import { bytesOf } from "./page-cache/compressor";
import { type BuiltPage, type PageSource, readBuiltPage, renderedChunks } from "./pages/built-page";
import type { Host } from "./routing/hosts";
import { findBuiltPage } from "./routing/queries";

const prefix = "/_foyer/preview/";
const unsavedPrefix = "/_foyer/page_preview/";

/** A version for whoever has its signed address, on the service's own host alone. The console may frame it; nobody may cache or index it. */
export async function previewAnswer(source: PageSource, host: Host, path: string): Promise<Response> {
  const { db, site, clock } = source;
  const preview = host.own ? openPreview(site, path.slice(prefix.length), clock()) : undefined;
  if (!preview) return noSuchPreview();
  const { tenantId, audienceId, versionId } = preview;
  return turns.during(tenantId, async () => {
    const row = await findBuiltPage(db, tenantId, audienceId, versionId);
    const served = { address: `${site.pagesUrl}${path}`, token: "", visitToken: "" };
    const page = row && (await readBuiltPage(source, tenantId, audienceId, versionId, row, served));
    if (!page) return noticeResponse({ status: 404 }, null);
    await turns.next(tenantId);
    return shown(page, site);
  });
}

/** A page with changes that are not saved, for whoever sends it back as the API gave it out. Browsers show it in a frame alone. */
export async function unsavedPreviewAnswer(
  { site, clock }: Pick<PageSource, "site" | "clock">,
  request: Request,
  host: Host,
  path: string,
): Promise<Response> {
  const destination = request.headers.get("sec-fetch-dest");
  const isFramed = destination === null || destination === "iframe";
  const seal = host.own && isFramed ? readSeal(site, path.slice(unsavedPrefix.length), clock()) : undefined;
  const page = seal && (await seal.open(await sentPage(request, seal.length)));
  if (!page) return noSuchPreview();
  const chunks = renderedChunks(page, { address: `${site.pagesUrl}${unsavedPrefix}`, token: "", visitToken: "" });
  return shown({ chunks, sources: page.sources }, site);
}

/** Empty for anything but a form of the length that was signed. */
async function sentPage(request: Request, length: number): Promise<string> {
  const [start, bytes] = ["page=", Number(request.headers.get("content-length"))];
  if (bytes !== start.length + length) return "";
  const text = await request.text();
  return text.startsWith(start) ? text.slice(start.length) : "";
}

function noSuchPreview(): Response {
  return noticeResponse({ status: 404, kind: "noPreview" }, null);
}

function shown(page: Pick<BuiltPage, "chunks" | "sources">, site: Site): Response {
  const headers = new Headers(
    pageHeaderFields({ sources: page.sources, isIndexed: false, isSecure: site.pagesUrl.startsWith("https:") }),
  );
  const policy = contentPolicy(page.sources, new URL(site.publicUrl).origin);
  headers.set("content-security-policy", policy);
  headers.set("cache-control", "no-store");
  headers.set("referrer-policy", "no-referrer");
  headers.set("x-robots-tag", "noindex, nofollow");
  return new Response(bytesOf(page.chunks), { headers });
}
