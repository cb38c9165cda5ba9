import { expect, test } from "bun:test";
import { folded, queryWords } from "../../server/search/text";
import { sql } from "../../server/storage/sql";
import { chooseSeed, createRandom } from "../campaigns/random";
import { onBothEngines } from "../support/database/engines";
import { useSearch } from "../support/features/search";

const strangeRounds = Number(process.env.STRANGE_ROUNDS ?? 8);
const strangeQueries = 12;

onBothEngines("search", (engine) => {
  const { service, newId, freshTenant, put, remove, addToBlocks, search, traces } = useSearch(engine);

  test("finds the same as a scan of every text among thousands of strange ones, in blocks that are added to and changed", async () => {
    const seed = chooseSeed();
    const { below, pick: one } = createRandom(seed);
    const pieces = [
      "a",
      "aa",
      "*1",
      "*",
      ",",
      "L",
      "B",
      "+/=",
      "0~",
      "com",
      "אבג",
      "👩🏽‍🚀",
      "é",
      "e\u0301",
      "ﬃ",
      "ß",
      "İ",
      "각",
      "\u20dd",
    ];
    const word = () => Array.from({ length: 1 + below(6) }, () => one(pieces)).join("");
    const gaps = [" ", " ", "\n", "\t", "\u2028", "\u3000", "\u0001", "  "];
    const text = (): string => {
      const kind = below(40);
      if (kind === 0) return word().repeat(1 + below(400));
      if (kind === 1) return one(["a", "*,", "אב", "👩"]).repeat(1 + below(3_000));
      return Array.from({ length: 1 + below(6) }, () => word() + one(gaps)).join("");
    };
    const tenantId = freshTenant();
    const model = new Map<string, string>();
    const check = async () => {
      // All may have been removed.
      for (let asked = 0; asked < strangeQueries && model.size > 0; asked += 1) {
        const found = [...folded(one([...model.values()]))];
        const from = below(found.length);
        const part = found.slice(from, from + 1 + below(below(12) === 0 ? 60 : 9)).join("");
        const query = below(3) === 0 ? `${part} ${one(pieces)}` : part;
        const words = queryWords(query);
        if (words.length === 0) continue;
        const expected = [...model].filter(([, searched]) => words.every((wanted) => searched.includes(wanted)));
        const keys = expected.map(([key]) => key).sort();
        expect([seed, query, await search(tenantId, query, { limit: 500 })]).toEqual([seed, query, keys.reverse()]);
      }
    };
    for (let round = 0; round < strangeRounds; round += 1) {
      // Few are appended, many put in order with those before them.
      const texts: Record<string, string> = {};
      for (let added = one([3, 60, 300, 900]); added > 0; added -= 1) texts[newId("person")] = text();
      for (let changed = one([0, 2, 90]); changed > 0 && model.size > 0; changed -= 1) texts[one([...model.keys()])] = text();
      await put(tenantId, texts);
      for (const [key, given] of Object.entries(texts)) model.set(key, folded(given));
      if (below(4) > 0) await addToBlocks(tenantId);
      const gone = Array.from({ length: one([0, 1, 40]) }, () => one([...model.keys()]));
      await remove(tenantId, gone);
      for (const key of gone) model.delete(key);
      if (round % 7 === 6)
        await service().db.transaction((tx) => tx.run(sql`UPDATE search_blocks SET size = 8192 WHERE tenant_id = ${tenantId}`));
      await check();
    }
    for (const keys of [[...model.keys()].slice(0, 700), [...model.keys()].slice(700)]) await remove(tenantId, keys);
    expect(await traces(tenantId)).toEqual([]);
  });
});
