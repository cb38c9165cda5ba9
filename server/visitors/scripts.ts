import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { pageScript, pageScriptPath } from "../rendering";
import { type Encoding, encodingFor } from "./page-cache/encodings";

/** One script, compressed once, as small as can be. */
const bodies: Record<Encoding, () => Uint8Array<ArrayBuffer>> = {
  identity: once(() => Buffer.from(pageScript)),
  gzip: once(() => gzipSync(pageScript, { level: 9 })),
  br: once(() => brotliCompressSync(pageScript)),
  zstd: once(() => zstdCompressSync(pageScript)),
};

/** The script of all pages. A page of another release, from before an upgrade or from another node, gets this one too. */
export function scriptAnswer(request: Request, path: string): Response {
  const encoding = encodingFor(request.headers.get("accept-encoding"));
  const isCurrent = path === pageScriptPath;
  return new Response(bodies[encoding](), {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
      vary: "accept-encoding",
      ...(encoding !== "identity" && { "content-encoding": encoding }),
    },
  });
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
