import { expect, test } from "bun:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { builtTracker } from "../../scripts/tracker";
import { pageScript, pageScriptTag } from "../../server/rendering/head/page-script";
import { trackerScript } from "../../server/rendering/head/tracker-script";
import { visitMarks } from "../../server/rendering/head/visit-marks";

const maxBytes = 2_048;

test("pages have the tracker that its source makes; npm run tracker writes it", async () => {
  expect(trackerScript).toBe(await builtTracker());
});

test("the tracker takes at most 2 KB compressed, with everything that belongs to it", () => {
  const all = pageScriptTag + visitMarks + trackerScript;
  expect(gzipSync(all, { level: 6 }).length).toBeLessThan(maxBytes);
  expect(brotliCompressSync(all).length).toBeLessThan(maxBytes);
  expect(pageScript).toContain(trackerScript);
});

test("the tracker sets no cookie, and uses no other storage that lasts", () => {
  expect(trackerScript).not.toMatch(/cookie|localStorage|indexedDB|caches/i);
});
