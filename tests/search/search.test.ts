import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { folded, queryWords } from "../../server/search/text";
import { type Sql, sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { useSearch } from "../support/features/search";

onBothEngines("search", (engine) => {
  const { service, freshTenant, put, remove, addToBlocks, fillBlocks, search, traces } = useSearch(engine);

  test("finds the same in a hundred blocks as in one", async () => {
    const tenantId = freshTenant();
    const matching: string[] = [];
    for (let block = 0; block < 100; block += 1) {
      const keys = ["a", "b", "c"].map((letter) => `${1_000 + block}${letter}`);
      const texts = keys.map((key, index) => [key, index === 1 && block % 3 === 0 ? `rare needle ${key}` : `common ${key}`]);
      await put(tenantId, Object.fromEntries(texts));
      await addToBlocks(tenantId);
      if (block % 3 === 0) matching.push(keys[1] as string);
      await fillBlocks(tenantId);
    }
    for (const query of ["needle", "rare needle", "ed dle", "re"])
      expect(await search(tenantId, query, { limit: 7 })).toEqual(matching.toReversed());
    expect(await search(tenantId, "1002")).toEqual(["1002c", "1002b", "1002a"]);
    expect(await search(tenantId, "common")).toHaveLength(300 - matching.length);
    await put(tenantId, { "1000b": "changed", "1099c": "needle" });
    expect(await search(tenantId, "needle")).toEqual(["1099c", ...matching.slice(1).toReversed()]);
  });

  test("finds no word that begins at the end of one text and goes on in the next", async () => {
    for (const others of [0, 60]) {
      const tenantId = freshTenant();
      const texts = Array.from({ length: others }, (_, index) => [String(1_000 + index), "a def"]);
      await put(tenantId, { 101: "abc ".repeat(20), 102: "xxdef", ...Object.fromEntries(texts) });
      await addToBlocks(tenantId);
      // Which of its terms is looked at first depends on how many texts have it.
      expect(await search(tenantId, "abcdef")).toEqual([]);
      await put(tenantId, { 101: `${"abc ".repeat(20)} abcdef` });
      await addToBlocks(tenantId);
      expect(await search(tenantId, "abcdef")).toEqual(["101"]);
    }
  });

  test("looks through what waits to be indexed in small pieces, however much it is, and misses nothing", async () => {
    const tenantId = freshTenant();
    const { db } = service();
    const keys = Array.from({ length: 9_000 }, (_, index) => String(100_000 + index));
    const isWanted = (key: string) => Number(key) % 1_000 === 7;
    await put(tenantId, { "100007": "before", "100008": "needle" });
    await addToBlocks(tenantId);
    await put(tenantId, Object.fromEntries(keys.map((key) => [key, isWanted(key) ? `needle ${key}` : `hay ${key}`])));
    const { all } = db;
    let most = 0;
    Object.assign(db, {
      async all<Row>(query: Sql) {
        const rows = await all<Row>(query);
        most = Math.max(most, rows.length);
        return rows;
      },
    });
    try {
      expect(await search(tenantId, "needle")).toEqual(keys.filter(isWanted).toReversed());
    } finally {
      Object.assign(db, { all });
    }
    expect(most).toBeLessThan(2_500);
  });

  test("finds the same as a scan of every text, whatever was added, changed and removed before and after indexing", async () => {
    const word = fc.constantFrom(
      "red",
      "reddish",
      "blue",
      "bluebird",
      "bird",
      "x",
      "xy",
      "ab12",
      "Über",
      "東京タワー",
      "a@b.co",
      "50%",
    );
    const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
    const key = fc.integer({ min: 100, max: 130 }).map(String);
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant("put" as const), key, text }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), key }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("index" as const) }) },
    );
    const part = fc.oneof(
      word,
      fc.constantFrom("r", "bi", "ird", "lueb", "b12", "uber", "京タワ", "@b.", "%", "_", "zz", "eddis"),
    );
    const queries = fc.array(
      fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
      { minLength: 6, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), queries, async (steps, asked) => {
        const tenantId = freshTenant();
        const model = new Map<string, string>();
        for (const one of steps) {
          if (one.do === "put") {
            await put(tenantId, { [one.key]: one.text });
            model.set(one.key, one.text);
          } else if (one.do === "remove") {
            await remove(tenantId, [one.key]);
            model.delete(one.key);
          } else await addToBlocks(tenantId);
        }
        for (const query of asked) {
          const expected = [...model]
            .filter(([, searched]) => queryWords(query).every((wanted) => folded(searched).includes(wanted)))
            .map(([found]) => found);
          expect([query, await search(tenantId, query, { limit: 3 })]).toEqual([query, expected.sort().reverse()]);
        }
        await remove(tenantId, [...model.keys()]);
        expect(await traces(tenantId)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("finds a word, a part of one, and two words together among several thousand records in many blocks", async () => {
    const tenantId = freshTenant();
    const texts = Array.from(
      { length: 11_000 },
      (_, index) => [`key${100_000 + index}`, `Person ${index} mail${index % 7}@firm-${index % 50}.test`] as const,
    );
    for (let at = 0; at < texts.length; at += 5_000) {
      await put(tenantId, Object.fromEntries(texts.slice(at, at + 5_000)));
      if (at < 10_000) await addToBlocks(tenantId);
    }
    for (const query of ["person", "77", "mail3 firm-7", "il3@firm", "7", "firm-49.test person", "nobody", "899 mail"]) {
      const expected = texts.filter(([, text]) => queryWords(query).every((word) => text.toLowerCase().includes(word)));
      expect([query, (await search(tenantId, query, { limit: 1_000 })).length]).toEqual([query, expected.length]);
      const newest = expected.slice(-5).map(([key]) => key);
      expect((await search(tenantId, query, { limit: 1_000 })).slice(0, 5)).toEqual(newest.reverse());
    }
    const [blocks] = await service().db.all<{ count: number }>(
      sql`SELECT CAST(count(*) AS INTEGER) AS count FROM search_blocks WHERE tenant_id = ${tenantId}`,
    );
    expect(blocks?.count).toBeGreaterThan(1);
  });

  test("keeps the order of the keys when an older record comes after newer ones were indexed", async () => {
    const tenantId = freshTenant();
    await put(tenantId, { k5: "late five", k7: "late seven" });
    await addToBlocks(tenantId);
    await put(tenantId, { k1: "late one", k6: "late six" });
    await addToBlocks(tenantId);
    await put(tenantId, { k4: "late four" });
    expect(await search(tenantId, "late", { limit: 2 })).toEqual(["k7", "k6", "k5", "k4", "k1"]);
  });

  test("looks for words in texts and for labels in labels alone", async () => {
    const tenantId = freshTenant();
    await put(tenantId, { k1: "one" }, ["page_1", "draft"]);
    await put(tenantId, { k2: "two page" }, ["page_12"]);
    for (const _ of [1, 2]) {
      expect(await search(tenantId, "page")).toEqual(["k2"]);
      expect(await search(tenantId, "draft")).toEqual([]);
      expect(await search(tenantId, "_")).toEqual([]);
      expect(await search(tenantId, "", { labels: ["page_1"] })).toEqual(["k1"]);
      expect(await search(tenantId, "one", { labels: ["page_12"] })).toEqual([]);
      expect(await search(tenantId, "\u0001draft\u0001")).toEqual([]);
      await addToBlocks(tenantId);
    }
  });

  test("keeps a person whose creation also enqueues the job, and the job", async () => {
    const { api, db } = service();
    const chance = Math.random;
    Math.random = () => 0;
    try {
      const { personId } = await api.call("createPerson", { body: { name: "Timely", email: "timely@job.example" } });
      const tenantId = await tenantIdOf(db, api);
      const kinds = await db.all(sql`
        SELECT payload FROM jobs WHERE tenant_id = ${tenantId} AND kind = 'addToSearchBlocks' ORDER BY payload`);
      expect(kinds).toEqual([{ payload: '{"kind":"accounts"}' }, { payload: '{"kind":"persons"}' }]);
      expect(await search(tenantId, "timely@job")).toEqual([personId]);
    } finally {
      Math.random = chance;
    }
  });

  test("finds nothing of another tenant", async () => {
    const [one, other] = [freshTenant(), freshTenant()];
    await put(one, { k1: "secret" });
    expect(await search(other, "secret")).toEqual([]);
    await addToBlocks(one);
    expect(await search(other, "secret")).toEqual([]);
    expect(await search(one, "secret")).toEqual(["k1"]);
  });

  test("loses nothing when many write and remove while records are indexed", async () => {
    const tenantId = freshTenant();
    const keys = Array.from({ length: 60 }, (_, index) => `k${100 + index}`);
    await Promise.all([
      ...keys.map((key, index) => put(tenantId, { [key]: `crowd ${index % 3 === 0 ? "third" : "other"}` })),
      ...[1, 2, 3].map(() => addToBlocks(tenantId)),
    ]);
    await Promise.all([
      ...keys.slice(0, 20).map((key) => remove(tenantId, [key])),
      ...keys.slice(20, 40).map((key) => put(tenantId, { [key]: "moved" })),
      ...[1, 2, 3].map(() => addToBlocks(tenantId)),
    ]);
    await addToBlocks(tenantId);
    expect((await search(tenantId, "moved")).length).toBe(20);
    expect((await search(tenantId, "crowd")).length).toBe(20);
    expect((await search(tenantId, "third")).length).toBe(keys.slice(40).filter((_, index) => (index + 40) % 3 === 0).length);
  });
});
