import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import type { Encoding } from "../../server/visitors/page-cache/encodings";
import { LivePage } from "../../server/visitors/page-cache/live-page";
import { maxCacheBytes, Shelf } from "../../server/visitors/page-cache/page-cache";
import { Ring, type Room } from "../../server/visitors/page-cache/ring-buffer";
import { SharedBytes } from "../../server/visitors/page-cache/shared-bytes";

const kb = 1_024;
const asked = new Request("http://a/a");

const style = SharedBytes.of("<style>");

interface Made {
  about?: string[];
  /** Of what is its own. */
  size?: number;
  letter?: string;
  pieces?: SharedBytes[];
  encoding?: Encoding;
  tag?: string;
}

function page(address: string, made: Made = {}): LivePage {
  const { about = [], size = 10 * kb, letter = "x", pieces = [style], encoding = "identity", tag = "tag" } = made;
  const parts = [letter, ...pieces, letter.repeat(size - 1)];
  return new LivePage({ address, encoding, parts, sources: "", isIndexed: true, isSecure: false, tag, about });
}

/** Three quarters of a shelf are for what is pages' own. */
const shelfFor = (ownBytes: number) => new Shelf((ownBytes * 4) / 3);

const opened: Record<Encoding, (bytes: Uint8Array) => Uint8Array> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};
const encodings = Object.keys(opened) as Encoding[];

async function sent(one: LivePage): Promise<string> {
  return Buffer.from(opened[one.encoding](await one.answer(asked).bytes())).toString();
}

describe("the shelf of live pages", () => {
  test("keeps as many as there is room for, and lets go of the oldest", () => {
    const shelf = shelfFor(500 * kb);
    for (let index = 0; index < 1_000; index += 1) shelf.put(page(`/${index}`, { about: [`audience_${index}`] }), shelf.changes);
    expect(shelf.gauges()).toEqual({ page_cache_pages: 50, page_cache_bytes: 500 * kb + style.length });
    expect(["/949", "/950", "/999"].map((address) => shelf.get(address, "identity") !== undefined)).toEqual([false, true, true]);
  });

  test("sends each page as it was put there, whatever came and went meanwhile, and nothing is left behind", async () => {
    const visit = fc.record({
      address: fc.integer({ min: 0, max: 6 }),
      encoding: fc.constantFrom(...encodings),
      letter: fc.constantFrom("a", "ü", "→"),
      // Large ones are compressed by another thread, while the next are already there.
      size: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 5 * kb }) }, fc.integer({ min: 10 * kb, max: 80 * kb })),
      pieces: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
      before: fc.constantFrom("nothing", "nothing", "nothing", "drop", "clear", "wait"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { maxLength: 60 }), fc.integer({ min: 20, max: 900 }), async (visits, size) => {
        const shelf = new Shelf(size * kb);
        const shared = Array.from({ length: 5 }, (_, index) => SharedBytes.of(`${index}é`.repeat(300 * (index + 1))));
        const texts = new Map<LivePage, string>();
        const check = async (one: LivePage) => expect((await sent(one)) === texts.get(one)).toBe(true);
        const pending = visits.map(async ({ before, pieces, ...made }, index) => {
          await Bun.sleep(0);
          if (before === "drop") shelf.drop(`audience_${made.address}`);
          if (before === "clear") shelf.clear();
          if (before === "wait") await Bun.sleep(1);
          const known = shelf.get(`/${made.address}`, made.encoding);
          if (known) return check(known);
          const { changes } = shelf;
          const about = [`audience_${made.address}`, "tenant"];
          const held = pieces.map((piece) => shared[piece] as SharedBytes);
          const one = page(`/${made.address}`, { ...made, about, pieces: held, tag: `tag${index}` });
          texts.set(one, made.letter + held.map(({ bytes }) => bytes.toString()).join("") + made.letter.repeat(made.size - 1));
          await one.compress();
          shelf.put(one, changes);
          await check(one);
          expect(shelf.gauges().page_cache_bytes).toBeLessThanOrEqual(size * kb);
        });
        await Promise.all(pending);
        for (let address = 0; address < 7; address += 1) {
          for (const encoding of encodings) {
            const kept = shelf.get(`/${address}`, encoding);
            if (kept) await check(kept);
          }
        }
        shelf.clear();
        expect(shelf.gauges()).toEqual({ page_cache_pages: 0, page_cache_bytes: 0 });
        expect(shared.map(({ holders }) => holders)).toEqual([0, 0, 0, 0, 0]);
      }),
      { numRuns: 60 },
    );
  });

  test("what is compressed is kept by itself, and takes the room of its bytes", async () => {
    const shelf = shelfFor(100 * kb);
    const one = page("/a", { about: ["audience_a"], encoding: "gzip" });
    await one.compress();
    shelf.put(one, shelf.changes);
    expect(await sent(one)).toBe(`x<style>${"x".repeat(10 * kb - 1)}`);
    expect(shelf.gauges().page_cache_pages).toBe(1);
    expect(shelf.gauges().page_cache_bytes).toBeLessThan(kb);
    expect([shelf.get("/a", "identity"), shelf.get("/a", "br")]).toEqual([undefined, undefined]);
    shelf.drop("audience_a");
    expect([shelf.get("/a", "gzip"), shelf.gauges()]).toEqual([undefined, { page_cache_pages: 0, page_cache_bytes: 0 }]);
  });

  test("is compressed once for all who ask for it meanwhile", async () => {
    const noise = SharedBytes.of(
      Buffer.from(crypto.getRandomValues(new Uint8Array(60 * kb)))
        .toString("base64")
        .repeat(20),
    );
    const timeOf = async (address: string, visitors: number) => {
      const pages = Array.from({ length: visitors }, () => page(address, { pieces: [noise], encoding: "br" }));
      const startedAt = performance.now();
      await Promise.all(pages.map((one) => one.compress()));
      const tookMs = performance.now() - startedAt;
      expect(await sent(pages.at(-1) as LivePage)).toContain(noise.bytes.toString());
      return tookMs;
    };
    await timeOf("/first", 1);
    const one = await timeOf("/one", 1);
    expect(await timeOf("/many", 40)).toBeLessThan(8 * one);
  });

  test("what pages share takes room once, for as long as one of them is there, and no more than there is", () => {
    const shelf = new Shelf(2_000 * kb);
    const piece = () => SharedBytes.of("p".repeat(30 * kb));
    const common = piece();
    const withPieces = (index: number, ...pieces: SharedBytes[]) =>
      page(`/${index}`, { about: [`audience_${index}`], size: kb, pieces });
    for (let index = 0; index < 5; index += 1) shelf.put(withPieces(index, common), shelf.changes);
    expect(shelf.gauges()).toEqual({ page_cache_pages: 5, page_cache_bytes: (5 + 30) * kb });
    for (let index = 5; index < 25; index += 1) shelf.put(withPieces(index, common, piece()), shelf.changes);
    expect(shelf.gauges()).toEqual({ page_cache_pages: 15, page_cache_bytes: (15 + 30 + 15 * 30) * kb });
    for (let index = 10; index < 25; index += 1) expect(shelf.get(`/${index}`, "identity")).toBeDefined();
    for (let index = 0; index < 25; index += 1) shelf.drop(`audience_${index}`);
    expect([common.holders, shelf.get("/24", "identity")]).toEqual([0, undefined]);
    expect(shelf.gauges()).toEqual({ page_cache_pages: 0, page_cache_bytes: 0 });
    shelf.put(withPieces(1, common), shelf.changes);
    shelf.clear();
    expect(common.holders).toBe(0);
  });

  test("what pages shared is not in memory any more once they have left", async () => {
    const shelf = new Shelf(2_000 * kb);
    const shared: WeakRef<SharedBytes>[] = [];
    for (let index = 0; index < 50; index += 1) {
      const piece = SharedBytes.of("p".repeat(50 * kb));
      shared.push(new WeakRef(piece));
      shelf.put(page(`/${index}`, { about: [`audience_${index}`], size: kb, pieces: [piece] }), shelf.changes);
      if (index % 2 === 0) shelf.drop(`audience_${index}`);
    }
    await Bun.sleep(0);
    Bun.gc(true);
    const left = shared.filter((one) => one.deref() !== undefined).length;
    expect(left).toBeGreaterThanOrEqual(shelf.gauges().page_cache_pages as number);
    expect(left).toBeLessThan(25);
  });

  test("one page takes at most an eighth of either share, and nothing is kept where there is no room at all", () => {
    const shelf = new Shelf(800 * kb);
    const isKept = (made: Made) => {
      shelf.put(page("/a", made), shelf.changes);
      return shelf.get("/a", "identity") !== undefined;
    };
    expect([isKept({ size: 76 * kb }), isKept({ size: 75 * kb })]).toEqual([false, true]);
    shelf.clear();
    const [fits, tooLarge] = [SharedBytes.of("p".repeat(25 * kb)), SharedBytes.of("p".repeat(26 * kb))];
    expect([isKept({ pieces: [tooLarge] }), isKept({ pieces: [fits] })]).toEqual([false, true]);
    // What is refused pushes nothing out.
    for (let visit = 0; visit < 100; visit += 1) shelf.put(page("/b", { pieces: [tooLarge] }), shelf.changes);
    expect(shelf.get("/a", "identity")).toBeDefined();
    const none = new Shelf(0);
    none.put(page("/small", { size: 3 }), none.changes);
    expect(none.get("/small", "identity")).toBeUndefined();
  });

  test("forgets all pages about what changed, and no others", () => {
    const shelf = new Shelf(1_000 * kb);
    for (const [address, about] of Object.entries({
      "/a": ["tenant_1", "page_1", "audience_1"],
      "/a-too": ["tenant_1", "page_1", "audience_1"],
      "/b": ["tenant_1", "page_1", "audience_2"],
      "/c": ["tenant_1", "page_2", "audience_3"],
      "/d": ["tenant_2", "page_3", "audience_4"],
    }))
      shelf.put(page(address, { about }), shelf.changes);
    const kept = () => ["/a", "/a-too", "/b", "/c", "/d"].filter((address) => shelf.get(address, "identity"));
    shelf.drop("audience_1");
    expect(kept()).toEqual(["/b", "/c", "/d"]);
    shelf.drop("page_1");
    expect(kept()).toEqual(["/c", "/d"]);
    shelf.drop("tenant_1");
    expect(kept()).toEqual(["/d"]);
    shelf.clear();
    expect(kept()).toEqual([]);
  });

  test("what was read before a change is not kept after it", () => {
    const shelf = new Shelf(1_000 * kb);
    for (const change of [() => shelf.drop("audience_1"), () => shelf.clear()]) {
      const { changes } = shelf;
      change();
      shelf.put(page("/a", { about: ["audience_1"] }), changes);
      expect(shelf.get("/a", "identity")).toBeUndefined();
    }
  });
});

test("the largest shelf there can be keeps pages", async () => {
  const shelf = new Shelf(maxCacheBytes);
  shelf.put(page("/a"), shelf.changes);
  expect(await sent(shelf.get("/a", "identity") as LivePage)).toBe(`x<style>${"x".repeat(10 * kb - 1)}`);
});

test("the ring has no room for nothing, nor for more than it is", () => {
  const ring = new Ring<string>(300, () => {});
  expect([ring.take(0, "a"), ring.take(301, "b"), ring.take(300, "c")?.end]).toEqual([undefined, undefined, 300]);
});

test("the ring never changes what it has not said to be overwritten, and forgets no more than it must", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 200 }), (sizes) => {
      const kept = new Map<number, { view: Buffer; size: number }>();
      const ring = new Ring<number>(300, (index) => kept.delete(index));
      sizes.forEach((size, index) => {
        const { block, start, end } = ring.take(size, index) as Room;
        kept.set(index, { view: block.subarray(start, end).fill(index % 251), size });
        for (const [at, one] of kept) expect([...new Set(one.view)]).toEqual([at % 251]);
        const bytes = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
        expect(bytes).toBeLessThanOrEqual(300);
        expect([...kept.keys()]).toEqual(Array.from(kept, (_, position) => index - kept.size + 1 + position));
      });
    }),
  );
});
