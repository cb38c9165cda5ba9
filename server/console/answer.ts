import { randomBytes } from "node:crypto";
import { Problem } from "../records/problem";
import { type Bundle, type BundledFile, createBundle } from "./bundle";
import { assetsPath, consolePage, pageHeaders } from "./page";

const yearSeconds = 31_536_000;

interface Asked {
  request: Request;
  method: string;
  path: string;
}

/** The console: its files, and at every other address below /console the one page that routes by itself. */
export function createConsoleResponse({ site }: { site: { pagesUrl: string } }): (asked: Asked) => Promise<Response> {
  const bundle = createBundle();
  return async ({ request, method, path }) => {
    if (path !== "/console" && !path.startsWith("/console/")) throw new Problem("not_found");
    if (method !== "GET" && method !== "HEAD") throw new Problem("method_not_allowed", { headers: { allow: "GET" } });
    const files = await bundle();
    return path.startsWith(assetsPath)
      ? fileResponse(files, path.slice(assetsPath.length), request)
      : pageResponse(files, site.pagesUrl, path);
  };
}

/** A file's name changes with its content, so that browsers may keep it. */
function fileResponse({ files }: Bundle, name: string, request: Request): Response {
  const file = files.get(name);
  if (!file) throw new Problem("not_found");
  const encoding = encodingFor(request, file);
  return new Response(file[encoding], {
    headers: {
      "content-type": file.type,
      "content-encoding": encoding,
      "cache-control": `public, max-age=${yearSeconds}, immutable`,
      vary: "accept-encoding",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}

/** Every browser that can run the console accepts gzip. */
function encodingFor(request: Request, file: BundledFile): "br" | "gzip" {
  const accepted = request.headers.get("accept-encoding") ?? "";
  return file.br.length < file.gzip.length && /\bbr\b/.test(accepted) ? "br" : "gzip";
}

function pageResponse({ screens, ...bundle }: Bundle, pagesUrl: string, path: string): Response {
  const nonce = randomBytes(16).toString("base64");
  const preloads = filesOfScreen(screens, path.slice("/console".length) || "/");
  return new Response(consolePage({ ...bundle, preloads, nonce }), { headers: pageHeaders(nonce, new URL(pagesUrl).origin) });
}

/** A `$name` in the path of a screen stands for any one part. */
function filesOfScreen(screens: Bundle["screens"], path: string): readonly string[] {
  const parts = path.split("/");
  const pattern = Object.keys(screens).find((screen) => {
    const expected = screen.split("/");
    return expected.length === parts.length && expected.every((part, at) => part.startsWith("$") || part === parts[at]);
  });
  return screens[pattern ?? "/"] ?? [];
}
