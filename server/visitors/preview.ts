import { openPreview } from "../features/audiences";
import { pageFields } from "./headers";
import { noticeResponse } from "./notices/notices";
import { bytesOf } from "./page-cache/chunks";
import { type Keeping, keptPage } from "./page-cache/kept-page";
import type { Host } from "./routing/hosts";
import { findBuilt } from "./routing/queries";
import type { VisitorServices } from "./services";

const prefix = "/_foyer/preview/";

/** A version for whoever has its signed address: on the service's own host alone, kept by nobody, found by nobody. */
export async function previewAnswer(
  parts: Pick<VisitorServices, "clock"> & Keeping,
  _request: Request,
  host: Host,
  path: string,
): Promise<Response> {
  const { db, site, clock } = parts;
  const preview = host.own ? openPreview(site, path.slice(prefix.length), clock()) : undefined;
  if (!preview) return noticeResponse({ status: 404, title: "There is no such preview", text: "Its time may be over." }, null);
  const { tenantId, audienceId, versionId } = preview;
  const row = await findBuilt(db, tenantId, audienceId, versionId);
  const served = { address: `${site.pagesUrl}${path}`, token: "" };
  const kept = row && (await keptPage(parts, tenantId, audienceId, versionId, row, served));
  if (!kept) return noticeResponse({ status: 404 }, null);
  const headers = new Headers(
    pageFields({ sources: kept.sources, isIndexed: false, isSecure: site.pagesUrl.startsWith("https:") }),
  );
  headers.set("cache-control", "no-store");
  headers.set("referrer-policy", "no-referrer");
  headers.set("x-robots-tag", "noindex, nofollow");
  return new Response(bytesOf(kept.parts), { headers });
}
