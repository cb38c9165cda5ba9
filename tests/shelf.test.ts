import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { LivePage } from "../server/delivery/live-page";
import { Ring, type Room } from "../server/delivery/ring";
import { SharedBytes } from "../server/delivery/shared-bytes";
import { Shelf } from "../server/delivery/shelf";

const kb = 1_024;
const asked = (encoding = "identity") => new Request("http://a/a", { headers: { "accept-encoding": encoding } });

const style = SharedBytes.of("<style>");

/** `size`: of what is its own. */
function page(address: string, about: string[], size = 10 * kb, letter = "x", pieces = [style]): LivePage {
  const parts = [letter, ...pieces, letter.repeat(size - 1)];
  return new LivePage({ address, parts, sources: "", isIndexed: true, isSecure: false, tag: "tag", about });
}

describe("the shelf of live pages", () => {
  test("keeps as many as there is room for, and lets go of the oldest", () => {
    const shelf = new Shelf(1_000 * kb);
    for (let index = 0; index < 1_000; index += 1) shelf.put(page(`/${index}`, [`audience_${index}`]), shelf.changes);
    expect(shelf.gauges()).toEqual({ page_cache_pages: 50, page_cache_bytes: 500 * kb + style.length });
    expect([shelf.get("/949"), shelf.get("/950") !== undefined, shelf.get("/999") !== undefined]).toEqual([
      undefined,
      true,
      true,
    ]);
  });

  test("sends each page as it was put there, however many came and went, in every encoding", async () => {
    const shelf = new Shelf(200 * kb);
    for (let index = 0; index < 500; index += 1) {
      const letter = String.fromCharCode(97 + (index % 26));
      const one = page(`/${index % 40}`, [], (1 + (index % 20)) * kb, letter);
      shelf.put(one, shelf.changes);
      const whole = `${letter}<style>${letter.repeat((1 + (index % 20)) * kb - 1)}`;
      expect(await (await one.answer(asked(), shelf)).text()).toBe(whole);
      const packed = await (await one.answer(asked("gzip"), shelf)).bytes();
      expect(gunzipSync(packed).toString()).toBe(whole);
    }
  });

  test("a page that is overwritten while it is compressed is sent whole, and its bytes are kept by nobody", async () => {
    const shelf = new Shelf(100 * kb);
    const one = page("/a", ["audience_a"], 10 * kb, "a");
    shelf.put(one, shelf.changes);
    const answer = one.answer(asked("gzip"), shelf);
    for (let index = 0; index < 20; index += 1) shelf.put(page(`/${index}`, [], 10 * kb, "b"), shelf.changes);
    expect(gunzipSync(await (await answer).bytes()).toString()).toBe(`a<style>${"a".repeat(10 * kb - 1)}`);
    expect(shelf.get("/a")).toBeUndefined();
  });

  test("what pages share takes room once, for as long as one of them is there, and no more than there is", () => {
    const shelf = new Shelf(1_000 * kb);
    const piece = () => SharedBytes.of("p".repeat(30 * kb));
    const common = piece();
    const withPieces = (index: number, ...pieces: SharedBytes[]) => page(`/${index}`, [`audience_${index}`], kb, "x", pieces);
    for (let index = 0; index < 5; index += 1) shelf.put(withPieces(index, common), shelf.changes);
    expect(shelf.gauges()).toEqual({ page_cache_pages: 5, page_cache_bytes: (5 + 30) * kb });
    for (let index = 5; index < 25; index += 1) shelf.put(withPieces(index, common, piece()), shelf.changes);
    expect(shelf.gauges()).toEqual({ page_cache_pages: 15, page_cache_bytes: (15 + 30 + 15 * 30) * kb });
    for (let index = 10; index < 25; index += 1) expect(shelf.get(`/${index}`)).toBeDefined();
    for (let index = 0; index < 25; index += 1) shelf.drop(`audience_${index}`);
    expect([common.holders, shelf.get("/24")]).toEqual([0, undefined]);
    expect(shelf.gauges()).toEqual({ page_cache_pages: 0, page_cache_bytes: 0 });
    shelf.put(withPieces(1, common), shelf.changes);
    shelf.clear();
    expect(common.holders).toBe(0);
  });

  test("what pages shared is not in memory any more once they have left", async () => {
    const shelf = new Shelf(1_000 * kb);
    const shared: WeakRef<SharedBytes>[] = [];
    for (let index = 0; index < 50; index += 1) {
      const piece = SharedBytes.of("p".repeat(50 * kb));
      shared.push(new WeakRef(piece));
      shelf.put(page(`/${index}`, [`audience_${index}`], kb, "x", [piece]), shelf.changes);
      if (index % 2 === 0) shelf.drop(`audience_${index}`);
    }
    await Bun.sleep(0);
    Bun.gc(true);
    const left = shared.filter((one) => one.deref() !== undefined).length;
    expect(left).toBeGreaterThanOrEqual(shelf.gauges().page_cache_pages as number);
    expect(left).toBeLessThan(25);
  });

  test("one page takes at most an eighth, in all encodings together", async () => {
    const shelf = new Shelf(1_600 * kb);
    const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(60 * kb))).toString("latin1");
    const parts = [noise.slice(0, 1), style, noise.slice(1)];
    const one = new LivePage({ address: "/a", parts, sources: "", isIndexed: true, isSecure: false, tag: "tag", about: [] });
    shelf.put(one, shelf.changes);
    const bytes = await (await one.answer(asked(), shelf)).bytes();
    for (const encoding of ["gzip", "br", "zstd", "gzip"]) {
      const packed = await (await one.answer(asked(encoding), shelf)).bytes();
      expect(packed.length).toBeGreaterThan(50 * kb);
    }
    expect(bytes.length).toBeGreaterThan(60 * kb);
    expect(shelf.gauges()).toMatchObject({ page_cache_pages: 1 });
    expect(shelf.gauges().page_cache_bytes).toBeLessThanOrEqual(100 * kb + style.length);
  });

  test("a page too large for it is not kept, nor is any where there is no room at all", () => {
    const shelf = new Shelf(1_000 * kb);
    shelf.put(page("/large", [], 70 * kb), shelf.changes);
    expect(shelf.get("/large")).toBeUndefined();
    const none = new Shelf(0);
    none.put(page("/small", [], 3), none.changes);
    expect(none.get("/small")).toBeUndefined();
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
      shelf.put(page(address, about), shelf.changes);
    const kept = () => ["/a", "/a-too", "/b", "/c", "/d"].filter((address) => shelf.get(address));
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
    const { changes } = shelf;
    shelf.drop("audience_1");
    shelf.put(page("/a", ["audience_1"]), changes);
    expect(shelf.get("/a")).toBeUndefined();
  });
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
