import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { pageScript, pageScriptPath } from "../../server/rendering/head/page-script";
import { useService } from "../support/service/service";

const service = useService("sqlite");
const ask = (path: string, encoding: string) =>
  fetch(`${service().pagesOrigin}${path}`, {
    headers: { host: "pages.foyer.test", "accept-encoding": encoding },
    decompress: false,
  } as RequestInit);

test("the script of all pages is kept by browsers for ever, in any encoding", async () => {
  const readers = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
  for (const [encoding, read] of Object.entries(readers)) {
    const answer = await ask(pageScriptPath, encoding);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(read(Buffer.from(await answer.arrayBuffer())).toString()).toBe(pageScript);
  }
});

test("a page of another release gets today's script, and keeps it no longer than the page", async () => {
  const answer = await ask("/_foyer/scripts/0123456789abcdef.js", "identity");
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await answer.text()).toBe(pageScript);
});
