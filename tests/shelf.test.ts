import { describe, expect, test } from "bun:test";
import { LivePage } from "../server/delivery/live-page";
import { Shelf } from "../server/delivery/shelf";

const kb = 1_024;

function page(about: string[], size = 10 * kb): LivePage {
  return new LivePage({ bytes: Buffer.alloc(size, "x"), sources: "", isIndexed: true, isSecure: false, tag: "tag", about });
}

describe("the shelf of live pages", () => {
  test("keeps as many as there is room for, and lets go of those nobody came back for", () => {
    const shelf = new Shelf(1_000 * kb);
    for (let index = 0; index < 1_000; index += 1) {
      shelf.put(`/${index}`, page([`audience_${index}`]), shelf.changes);
      const favourite = shelf.get("/0");
      if (favourite) favourite.wasUsed = true;
    }
    const { page_cache_bytes: bytes, page_cache_pages: pages } = shelf.gauges() as Record<string, number>;
    expect(bytes).toBeLessThanOrEqual(1_000 * kb);
    expect(pages).toBeGreaterThan(50);
    expect([shelf.get("/0") !== undefined, shelf.get("/1"), shelf.get("/999") !== undefined]).toEqual([true, undefined, true]);
  });

  test("counts what each page has grown by, and only while it is kept", async () => {
    const shelf = new Shelf(1_000 * kb);
    const one = page(["audience_a"]);
    shelf.put("/a", one, shelf.changes);
    const before = shelf.gauges().page_cache_bytes as number;
    await one.answer(new Request("http://a/a", { headers: { "accept-encoding": "gzip" } }), () => shelf.resize(one));
    expect(shelf.gauges().page_cache_bytes as number).toBeGreaterThan(before);
    shelf.drop("audience_a");
    shelf.resize(one);
    expect(shelf.gauges()).toEqual({ page_cache_pages: 0, page_cache_bytes: 0 });
  });

  test("a page too large for it is not kept, nor is any where there is no room at all", () => {
    const shelf = new Shelf(1_000 * kb);
    shelf.put("/large", page([], 200 * kb), shelf.changes);
    expect(shelf.get("/large")).toBeUndefined();
    const none = new Shelf(0);
    none.put("/small", page([], 1), none.changes);
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
      shelf.put(address, page(about), shelf.changes);
    const kept = () => ["/a", "/a-too", "/b", "/c", "/d"].filter((address) => shelf.get(address));
    shelf.drop("audience_1");
    expect(kept()).toEqual(["/b", "/c", "/d"]);
    shelf.drop("page_1");
    expect(kept()).toEqual(["/c", "/d"]);
    shelf.drop("tenant_1");
    expect(kept()).toEqual(["/d"]);
    shelf.clear();
    expect(shelf.gauges()).toEqual({ page_cache_pages: 0, page_cache_bytes: 0 });
  });

  test("what was read before a change is not kept after it", () => {
    const shelf = new Shelf(1_000 * kb);
    const { changes } = shelf;
    shelf.drop("audience_1");
    shelf.put("/a", page(["audience_1"]), changes);
    expect(shelf.get("/a")).toBeUndefined();
  });
});
