import { fullGC, heapStats } from "bun:jsc";
import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { PageHeaders } from "../../server/visitors/headers";
import { Compressor } from "../../server/visitors/page-cache/compressor";
import type { CompressedEncoding } from "../../server/visitors/page-cache/encodings";
import { type CompressedPage, pageResponse } from "../../server/visitors/page-cache/live-page";
import { maxCacheBytes, PageCache } from "../../server/visitors/page-cache/page-cache";
import { RingBuffer, Section } from "../../server/visitors/page-cache/ring-buffer";

const kb = 1_024;
const hourMs = 3_600_000;
const request = new Request("http://a/a");
const headers = PageHeaders.of({ sources: "", isIndexed: true, isSecure: false });
const decompress: Record<CompressedEncoding, (bytes: Uint8Array) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};
const encodings = Object.keys(decompress) as CompressedEncoding[];

interface Made {
  tenantId?: string;
  pageId?: string;
  audienceId?: string;
  size?: number;
  letter?: string;
  encoding?: CompressedEncoding;
}

/** The cache never looks into a body, so any bytes will do. */
function page(
  address: string,
  { tenantId = "", pageId = "", audienceId = "", size = 10 * kb, letter = "x", encoding = "br" }: Made = {},
): CompressedPage {
  const visited = { tenantId, pageId, audienceId, versionId: "", person: "" };
  return { address, encoding, body: Buffer.alloc(size, letter), tag: '"tag"', headers, until: Date.now() + hourMs, visited };
}

function answerOf(cache: PageCache, address: string, encoding: CompressedEncoding): Response | undefined {
  const found = cache.get(address, encoding);
  return found && pageResponse(found, request);
}

const has = (cache: PageCache, address: string, encoding: CompressedEncoding = "br") =>
  cache.get(address, encoding) !== undefined;

describe("the page cache", () => {
  test("keeps as many pages as it has room for, and the oldest make room for new ones", () => {
    const cache = new PageCache(500 * kb, Date.now);
    for (let index = 0; index < 1_000; index += 1)
      cache.put(page(`/${index}`, { audienceId: `audience_${index}` }), cache.changes);
    expect(cache.gauges()).toEqual({ page_cache_pages: 50, page_cache_bytes: 500 * kb });
    expect(["/949", "/950", "/999"].map((address) => has(cache, address))).toEqual([false, true, true]);
  });

  test("keeps a page as six objects or fewer, because each is work for every collection of garbage", () => {
    const cache = new PageCache(10_000 * kb, Date.now);
    const pages = 2_000;
    const putAll = () => {
      for (let index = 0; index < pages; index += 1) {
        const audienceId = `audience_${index}`;
        const made = page(`/p/${index}`, { tenantId: "tenant_1", pageId: "page_1", audienceId, size: kb });
        // As from a row: each text is one of its own.
        cache.put({ ...made, tag: `"${index}"`, visited: { ...made.visited, versionId: `v_${index}`, person: `p${index}` } }, 0);
      }
    };
    const objects = () => {
      fullGC();
      return heapStats().objectCount;
    };
    const before = objects();
    putAll();
    expect(cache.gauges().page_cache_pages).toBe(pages);
    expect((objects() - before) / pages).toBeLessThan(6);
  });

  test("sends each page as it was put there, whatever comes and goes meanwhile, and leaves nothing behind", async () => {
    const step = fc.record({
      address: fc.integer({ min: 0, max: 6 }),
      encoding: fc.constantFrom(...encodings),
      size: fc.oneof(fc.integer({ min: 1, max: 5 * kb }), fc.integer({ min: 10 * kb, max: 80 * kb })),
      before: fc.constantFrom("nothing", "nothing", "nothing", "drop", "clear"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), fc.integer({ min: 20, max: 900 }), async (steps, size) => {
        const cache = new PageCache(size * kb, Date.now);
        const expected = new Map<string, Uint8Array>();
        const answers: [answer: Response, expected: Uint8Array][] = [];
        for (const [index, { before, address, ...made }] of steps.entries()) {
          if (before === "drop") cache.drop(`audience_${address}`);
          if (before === "clear") cache.clear();
          const letter = String.fromCharCode(33 + index);
          const one = page(`/${address}`, { ...made, letter, audienceId: `audience_${address}`, tenantId: "tenant" });
          cache.put(one, cache.changes);
          if (one.body.length <= (size * kb) / 8) expected.set(`${made.encoding} /${address}`, one.body);
          for (const [key, body] of expected) {
            const [encoding, at] = key.split(" ") as [CompressedEncoding, string];
            const answer = answerOf(cache, at, encoding);
            if (answer) answers.push([answer, body]);
          }
          expect(cache.gauges().page_cache_bytes).toBeLessThanOrEqual(size * kb);
        }
        for (const [answer, body] of answers) expect(Buffer.from(body).equals(await answer.bytes())).toBe(true);
        cache.clear();
        expect(cache.gauges()).toEqual({ page_cache_pages: 0, page_cache_bytes: 0 });
      }),
      { numRuns: 60 },
    );
  });

  test("keeps each encoding by itself, and forgets them together", () => {
    const cache = new PageCache(1_000 * kb, Date.now);
    for (const encoding of ["br", "zstd"] as const)
      cache.put(page("/a", { audienceId: "audience_a", encoding, size: kb }), cache.changes);
    expect(encodings.map((encoding) => [encoding, has(cache, "/a", encoding)])).toEqual([
      ["gzip", false],
      ["br", true],
      ["zstd", true],
    ]);
    expect(cache.gauges()).toEqual({ page_cache_pages: 2, page_cache_bytes: 2 * kb });
    cache.drop("audience_a");
    expect(cache.gauges()).toEqual({ page_cache_pages: 0, page_cache_bytes: 0 });
  });

  test("a page takes at most an eighth of the room, and a larger one pushes nothing out", () => {
    const cache = new PageCache(800 * kb, Date.now);
    cache.put(page("/fits", { size: 100 * kb }), cache.changes);
    for (let visit = 0; visit < 100; visit += 1) cache.put(page("/larger", { size: 100 * kb + 1 }), cache.changes);
    expect([has(cache, "/fits"), has(cache, "/larger")]).toEqual([true, false]);
  });

  test("without any room nothing is kept, and in the largest cache there can be, pages are", async () => {
    const none = new PageCache(0, Date.now);
    none.put(page("/a", { size: 3 }), none.changes);
    expect(has(none, "/a")).toBe(false);
    const largest = new PageCache(maxCacheBytes, Date.now);
    largest.put(page("/a", { size: 3 }), largest.changes);
    expect(await answerOf(largest, "/a", "br")?.text()).toBe("xxx");
  });

  test("forgets all pages of the audience, page or tenant that changed, and no others", () => {
    const cache = new PageCache(1_000 * kb, Date.now);
    for (const [address, [tenantId, pageId, audienceId]] of Object.entries<[string, string, string]>({
      "/a": ["tenant_1", "page_1", "audience_1"],
      "/a-too": ["tenant_1", "page_1", "audience_1"],
      "/b": ["tenant_1", "page_1", "audience_2"],
      "/c": ["tenant_1", "page_2", "audience_3"],
      "/d": ["tenant_2", "page_3", "audience_4"],
    }))
      cache.put(page(address, { tenantId, pageId, audienceId }), cache.changes);
    const left = () => ["/a", "/a-too", "/b", "/c", "/d"].filter((address) => has(cache, address));
    cache.drop("audience_1");
    expect(left()).toEqual(["/b", "/c", "/d"]);
    cache.drop("page_1");
    expect(left()).toEqual(["/c", "/d"]);
    cache.drop("tenant_1");
    expect(left()).toEqual(["/d"]);
    cache.clear();
    expect(left()).toEqual([]);
  });

  test("keeps a page for the day of its token alone, also when the clock was ahead as it was made", () => {
    let now = Date.now();
    const cache = new PageCache(100 * kb, () => now);
    const until = now + 24 * hourMs;
    cache.put({ ...page("/a"), until }, cache.changes);
    const moments = [until - 24 * hourMs, until - 1, until, until - 24 * hourMs - 1, until - 72 * hourMs];
    const kept = moments.map((moment) => {
      now = moment;
      return has(cache, "/a");
    });
    expect(kept).toEqual([true, true, false, false, false]);
  });

  test("a page that was read before a change is not kept after it", () => {
    const cache = new PageCache(1_000 * kb, Date.now);
    for (const change of [() => cache.drop("audience_1"), () => cache.clear()]) {
      const { changes } = cache;
      change();
      cache.put(page("/a", { audienceId: "audience_1" }), changes);
      expect(has(cache, "/a")).toBe(false);
    }
  });
});

describe("the compressor", () => {
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(60 * kb))).toString("base64");

  test("compresses small and large pages in every encoding, whatever is in them", async () => {
    const compressor = new Compressor();
    for (const chunks of [["<p>", "é→", "</p>"], [noise, "é→", noise], [""]]) {
      for (const encoding of encodings) {
        const bytes = await compressor.compress(`page ${chunks[0]?.length}`, chunks, encoding, "tenant");
        expect(decompress[encoding](bytes).toString()).toBe(chunks.join(""));
      }
    }
  });

  test("compresses a page once for all who ask for it meanwhile", async () => {
    const compressor = new Compressor();
    const asked = Array.from({ length: 40 }, () => compressor.compress("same", [noise], "br", "tenant"));
    expect(new Set(asked).size).toBe(1);
    const others = [
      compressor.compress("other", [noise], "br", "tenant"),
      compressor.compress("same", [noise], "gzip", "tenant"),
    ];
    expect(new Set([...asked, ...others]).size).toBe(3);
    await Promise.all([...asked, ...others]);
    expect(compressor.compress("same", [noise], "br", "tenant")).not.toBe(asked[0]);
  });

  test("compresses a few large pages at a time, and all of them in the end", async () => {
    const compressor = new Compressor();
    let putTogether = 0;
    const counted = () => {
      const chunks = [noise];
      const join = chunks.join.bind(chunks);
      chunks.join = (separator) => {
        putTogether += 1;
        return join(separator);
      };
      return chunks;
    };
    const all = Array.from({ length: 20 }, (_, index) =>
      compressor.compress(`page ${index}`, counted(), "zstd", `tenant ${index % 3}`),
    );
    await Promise.resolve();
    expect(putTogether).toBeLessThanOrEqual(4);
    for (const bytes of await Promise.all(all)) expect(zstdDecompressSync(bytes).toString()).toBe(noise);
    expect(putTogether).toBe(20);
  });
});

test("large pages of a tenant are compressed before those that another one has waiting", async () => {
  const compressor = new Compressor();
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(60 * kb))).toString("base64");
  const order: string[] = [];
  const ask = async (tenantId: string, index: number) => {
    await compressor.compress(`${tenantId} ${index}`, [noise], "br", tenantId);
    order.push(tenantId);
  };
  const many = Array.from({ length: 40 }, (_, index) => ask("tenant_many", index));
  await Promise.all([...many, ask("tenant_one", 0)]);
  expect(order.indexOf("tenant_one")).toBeLessThan(20);
});

describe("the ring buffer", () => {
  test("takes nothing that is empty or larger than itself", () => {
    const ring = new RingBuffer(300, () => {});
    expect([0, 301, 300].map((size) => ring.write(Buffer.alloc(size), new Section()))).toEqual([false, false, true]);
  });

  test("changes no bytes before it tells their owner, and overwrites no more than it must", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 200 }), (sizes) => {
        const kept = new Map<Section, number>();
        const ring = new RingBuffer(300, (section) => kept.delete(section));
        sizes.forEach((size, index) => {
          const section = new Section();
          ring.write(Buffer.alloc(size, index % 251), section);
          kept.set(section, index);
          for (const [{ bytes }, at] of kept) expect([...new Set(bytes)]).toEqual([at % 251]);
          const used = [...kept.keys()].reduce((sum, { length }) => sum + length, 0);
          expect(used).toBeLessThanOrEqual(300);
          expect([...kept.values()]).toEqual(Array.from(kept, (_, position) => index - kept.size + 1 + position));
        });
      }),
    );
  });

  test("tells nobody of a section that was given up", () => {
    const overwritten: Section[] = [];
    const ring = new RingBuffer(10, (section) => overwritten.push(section));
    const [first, second, third] = [new Section(), new Section(), new Section()] as const;
    ring.write(Buffer.alloc(5), first);
    ring.write(Buffer.alloc(5), second);
    first.isKept = false;
    ring.write(Buffer.alloc(10), third);
    expect(overwritten).toEqual([second]);
  });
});
