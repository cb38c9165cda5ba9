import { expect, test } from "bun:test";
import { Known } from "../../server/caching/lookup-cache";
import { PageHeaders } from "../../server/visitors/headers";

const changes: Record<string, (known: Known<string>) => void> = {
  "another is dropped": (known) => known.drop("b"),
  "none is dropped": (known) => known.dropAll(() => false),
  "all are forgotten": (known) => known.clear(),
};

for (const [name, change] of Object.entries(changes)) {
  test(`what is being read while ${name} is told, and not remembered`, async () => {
    const known = new Known<string>(10);
    const { promise, resolve } = Promise.withResolvers<string>();
    const reading = known.find("a", () => promise);
    change(known);
    resolve("old");
    expect([await reading, known.get("a")]).toEqual(["old", undefined]);
  });
}

test("what is known is told at once, null too, and asked for again when it is not there", async () => {
  const known = new Known<string | null>(10);
  let asked = 0;
  const answers = async (answer: string | null | undefined) => {
    asked += 1;
    return answer;
  };
  for (const [name, answer] of Object.entries({ a: "x", none: null, gone: undefined }))
    await known.find(name, () => answers(answer));
  expect([known.find("a", () => answers("y")), known.find("none", () => answers("y")), asked]).toEqual(["x", null, 3]);
  expect([await known.find("gone", () => answers(undefined)), asked]).toEqual([undefined, 4]);
});

test("no more is remembered than there is room for, and nothing that was dropped", async () => {
  const known = new Known<number>(3);
  const names = Array.from({ length: 10 }, (_, index) => `${index}`);
  for (const name of names) await known.find(name, async () => Number(name));
  const left = () => names.filter((name) => known.get(name) !== undefined);
  expect(left().length).toBeLessThanOrEqual(3);
  expect(left()).toContain("9");
  known.dropAll((value) => value === 9);
  expect(left()).not.toContain("9");
  await known.find("1", async () => 1);
  known.drop("1");
  expect(left()).not.toContain("1");
  await known.find("1", async () => 1);
  known.clear();
  expect(left()).toEqual([]);
});

test("pages with the same scripts have headers by whether they are secure and indexed", () => {
  for (const isSecure of [true, false, true]) {
    for (const isIndexed of [true, false]) {
      const { headers } = PageHeaders.of({ sources: "same", isIndexed, isSecure }).with('"tag"', "identity");
      expect([headers.has("strict-transport-security"), headers.has("x-robots-tag")]).toEqual([isSecure, !isIndexed]);
    }
  }
});
