import { openPreview } from "../features/audiences";
import { contentPolicy, pageHeaderFields } from "./headers";
import { noticeResponse } from "./notices/notices";
import { bytesOf } from "./page-cache/compressor";
import { type PageSource, readBuiltPage } from "./pages/built-page";
import type { Host } from "./routing/hosts";
import { findBuiltPage } from "./routing/queries";
import type { VisitorServices } from "./services";

const prefix = "/_foyer/preview/";

/** A version for whoever has its signed address, on the service's own host alone. The console may frame it; nobody may cache or index it. */
export async function previewAnswer(
  source: PageSource,
  clock: VisitorServices["clock"],
  host: Host,
  path: string,
): Promise<Response> {
  const { db, site } = source;
  const preview = host.own ? openPreview(site, path.slice(prefix.length), clock()) : undefined;
  if (!preview) return noticeResponse({ status: 404, title: "There is no such preview", text: "Its time may be over." }, null);
  const { tenantId, audienceId, versionId } = preview;
  const row = await findBuiltPage(db, tenantId, audienceId, versionId);
  const served = { address: `${site.pagesUrl}${path}`, token: "", visitToken: "" };
  const page = row && (await readBuiltPage(source, tenantId, audienceId, versionId, row, served));
  if (!page) return noticeResponse({ status: 404 }, null);
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
