import { expect, test } from "bun:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { builtTracker } from "../../scripts/tracker";
import { tracker } from "../../server/rendering/head/tracker";
import { trackerScript } from "../../server/rendering/head/tracker-script";

const maxBytes = 2_048;

test("pages have the tracker that its source makes; npm run tracker writes it", async () => {
  expect(trackerScript).toBe(await builtTracker());
});

test("the tracker takes at most 2 KB of a compressed page, with everything that belongs to it", () => {
  expect(gzipSync(tracker.html, { level: 6 }).length).toBeLessThan(maxBytes);
  expect(brotliCompressSync(tracker.html).length).toBeLessThan(maxBytes);
});

test("the tracker sets no cookie, and can neither end its element nor be taken for a placeholder", () => {
  expect(trackerScript).not.toMatch(/cookie|localStorage|<\/?script|<!--|<foyer:/i);
});
