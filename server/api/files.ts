import { type Download, findDownload } from "../features/assets";
import { fileAnswer } from "../files/answer";
import { notFound, Problem } from "../records/problem";
import type { Exchange } from "./pipeline";
import type { Services } from "./services";

/** The files behind signed addresses. A file that could run scripts in a browser is sent as a download. */
export function createFileResponse({ db, site }: Services): (exchange: Exchange) => Promise<Response> {
  return async ({ request, method, path, query, now }) => {
    if (method !== "GET" && method !== "HEAD") throw new Problem("method_not_allowed", { headers: { allow: "GET, HEAD" } });
    const download = await findDownload({ db, site, now }, path, query);
    const response = await fileAnswer(site.files, request, download.key, {
      "content-type": download.contentType === "text/plain" ? "text/plain; charset=utf-8" : download.contentType,
      "content-disposition": `${download.isPassive ? "inline" : "attachment"}; ${filenameOf(download.name)}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": `private, max-age=${Math.floor((download.validUntil - now) / 1_000)}`,
    });
    if (!response) throw notFound();
    return response;
  };
}

/** Plain for old readers, and in full as RFC 8187 has it. */
function filenameOf(name: Download["name"]): string {
  const safe = name.replace(/[\u0000-\u001f\u007f/\\]/g, "_");
  const plain = safe.replace(/[^\x20-\x7e]|["%;]/g, "_").slice(0, 100);
  const full = encodeURIComponent(safe.slice(0, 200).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${full}`;
}
