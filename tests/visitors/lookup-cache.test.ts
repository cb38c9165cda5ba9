import { expect, test } from "bun:test";
import { LookupCache } from "../../server/caching/lookup-cache";
import { PageHeaders } from "../../server/visitors/headers";

const changes: Record<string, (cache: LookupCache<string>) => void> = {
  "another key is dropped": (cache) => cache.drop("b"),
  "nothing matches what is dropped": (cache) => cache.dropWhere(() => false),
  "the cache is cleared": (cache) => cache.clear(),
};

for (const [name, change] of Object.entries(changes)) {
  test(`a value that is being read while ${name} is returned, but not cached`, async () => {
    const cache = new LookupCache<string>(10);
    const { promise, resolve } = Promise.withResolvers<string>();
    const reading = cache.find("a", () => promise);
    change(cache);
    resolve("old");
    expect([await reading, cache.get("a")]).toEqual(["old", undefined]);
  });
}

test("a cached value is there without waiting, null too; what does not exist is read each time", async () => {
  const cache = new LookupCache<string | null>(10);
  let asked = 0;
  const answers = async (answer: string | null | undefined) => {
    asked += 1;
    return answer;
  };
  for (const [name, answer] of Object.entries({ a: "x", none: null, gone: undefined }))
    await cache.find(name, () => answers(answer));
  expect([cache.find("a", () => answers("y")), cache.find("none", () => answers("y")), asked]).toEqual(["x", null, 3]);
  expect([await cache.find("gone", () => answers(undefined)), asked]).toEqual([undefined, 4]);
});

test("no more values are cached than there is room for, and none that was dropped", async () => {
  const cache = new LookupCache<number>(3);
  const names = Array.from({ length: 10 }, (_, index) => `${index}`);
  for (const name of names) await cache.find(name, async () => Number(name));
  const left = () => names.filter((name) => cache.get(name) !== undefined);
  expect(left().length).toBeLessThanOrEqual(3);
  expect(left()).toContain("9");
  cache.dropWhere((value) => value === 9);
  expect(left()).not.toContain("9");
  await cache.find("1", async () => 1);
  cache.drop("1");
  expect(left()).not.toContain("1");
  await cache.find("1", async () => 1);
  cache.clear();
  expect(left()).toEqual([]);
});

test("pages with the same scripts get the headers of their own kind: secure or not, indexed or not", () => {
  for (const isSecure of [true, false, true]) {
    for (const isIndexed of [true, false]) {
      const { headers } = PageHeaders.of({ sources: "same", isIndexed, isSecure }).respond(null, '"tag"', "identity");
      expect([headers.has("strict-transport-security"), headers.has("x-robots-tag")]).toEqual([isSecure, !isIndexed]);
    }
  }
});
