import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Asset } from "../../contract";
import { maxSearchWords } from "../../contract/pages/assets";
import { onBothEngines } from "../support/database/engines";
import { leftovers, useTrash } from "../support/features/trash";
import { useService } from "../support/service/service";

onBothEngines("the trash", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const { fresh, create, discard, restore, trashed, search, namesIn } = useTrash(service);

  describe("a search", () => {
    test("finds assets that have every word of the query, whole or in part, in the name or a tag, in any case", async () => {
      const { api } = await fresh();
      await trashed(api, { name: "Spring Background final_v2.PNG", tags: ["Campaign 2026", "Größe"] });
      await trashed(api, { name: "Autumn foreground", tags: ["evergreen"] });
      await trashed(api, { name: "ΟΔΟΣ Straße ﬁle İstanbul naïve 東京タワー हिन्दी", tags: [] });
      const found: [string, number][] = [
        ["background", 1],
        ["BACKGROUND", 1],
        ["ground", 2],
        ["und", 2],
        ["nd", 2],
        ["n", 3],
        ["ground spring", 1],
        ["spring autumn", 0],
        ["camp gro v2", 1],
        ["final v2 png", 1],
        ["final_v2.png", 1],
        ["grösse", 1],
        ["größe", 1],
        ["gro\u0308ße", 1],
        ["2026", 1],
        ["02", 1],
        ["evergreen foreground", 1],
        ["οδος", 1],
        ["ΔΟΣ", 1],
        ["strasse", 1],
        ["FILE", 1],
        ["istanbul", 1],
        ["naïve", 1],
        ["naive", 1],
        ["東京", 1],
        ["京タ", 1],
        ["हिन्दी", 1],
        ["springbackground", 0],
        ["und fi", 1],
        ["%", 0],
        ["_", 1],
        ["_ .", 1],
        ["€", 0],
        ["!!!", 0],
        ["\\", 0],
        ["", 3],
        ["  ", 3],
        ["zzz", 0],
        ["a".repeat(64), 0],
      ];
      for (const [query, count] of found) {
        const { totalCount, items } = await search(api, { query });
        expect([query, totalCount, items.length]).toEqual([query, count, count]);
      }
    });

    test("finds any part of a very long word", async () => {
      const { api } = await fresh();
      const word = Array.from({ length: 900 }, (_, index) => ((index * index + 7 * index) % 36).toString(36)).join("");
      await trashed(api, { name: word });
      for (const [start, length] of [
        [0, 3],
        [60, 10],
        [450, 32],
        [868, 32],
        [100, 33],
        [0, 64],
        [777, 64],
        [899, 1],
      ] as const) {
        expect([start, length, (await search(api, { query: word.slice(start, start + length) })).totalCount]).toEqual([
          start,
          length,
          1,
        ]);
      }
      expect((await search(api, { query: `${word.slice(100, 130)}#${word.slice(500, 520)}` })).totalCount).toBe(1);
      expect((await search(api, { query: word.slice(1, 40).toUpperCase() })).totalCount).toBe(1);
      expect((await search(api, { query: `${word.slice(100, 120)}zz${word.slice(120, 140)}` })).totalCount).toBe(0);
    });

    test("matches signs literally when a word has no letter or digit", async () => {
      const { api } = await fresh();
      for (const name of ["50 € off", "100% of_all\\", "!!! now ???", "plain"]) await trashed(api, { name });
      const found: [string, string[]][] = [
        ["€", ["50 € off"]],
        ["%", ["100% of_all\\"]],
        ["_", ["100% of_all\\"]],
        ["\\", ["100% of_all\\"]],
        ["!!!", ["!!! now ???"]],
        ["??? !", ["!!! now ???"]],
        ["!!!!", []],
        ["¥", []],
        ["€ off", ["50 € off"]],
      ];
      for (const [query, names] of found) expect([query, await namesIn(api, { query })]).toEqual([query, names]);
      expect((await search(api, { query: "€", assetType: "logo" })).totalCount).toBe(0);
    });

    test("finds an asset by every part of its name and tags, however long, with few rows in the index", async () => {
      const { api, tenantId } = await fresh();
      const letters = Array.from({ length: 4_200 }, (_, index) => String.fromCodePoint(0x4e00 + index));
      const tags = Array.from({ length: 46 }, (_, index) => letters.slice(1_000 + index * 64, 1_064 + index * 64).join(""));
      const long = await create(api, { name: letters.slice(0, 1_000).join(""), tags: [...tags, "last tag"] });
      await trashed(api, { name: "short" });
      const rowsBefore = (await leftovers(service(), tenantId)).length;
      await discard(api, long);
      // It has 12,000 parts: a row for each would be slow to write and to remove.
      expect((await leftovers(service(), tenantId)).length - rowsBefore).toBeLessThan(500);
      for (const query of [
        letters[0],
        letters[999],
        letters.slice(400, 420).join(""),
        letters.slice(470, 534).join(""),
        tags[45],
        "last",
        `${letters[5]} last`,
      ] as string[]) {
        expect([query, (await namesIn(api, { query })).length]).toEqual([query, 1]);
        expect((await search(api, { query, assetType: "video" })).totalCount).toBe(0);
      }
      expect((await search(api, { query: letters[4_199] as string })).totalCount).toBe(0);
      expect((await search(api)).totalCount).toBe(2);
      expect((await search(api, { query: "short" })).totalCount).toBe(1);
      await restore(api, long);
      expect((await search(api, { query: "last" })).totalCount).toBe(0);
      await discard(api, long);
      await discard(api, long);
      expect((await search(api)).totalCount).toBe(1);
      expect((await search(api, { query: "short" })).totalCount).toBe(1);
      for (const asset of (await search(api)).items) await restore(api, asset);
      expect(await leftovers(service(), tenantId)).toEqual([]);
    });

    test(`takes ${maxSearchWords} words of 64 letters and refuses more words or longer ones`, async () => {
      const { api } = await fresh();
      const words = Array.from({ length: maxSearchWords + 1 }, (_, index) => `w${index}`);
      await trashed(api, { name: words.join(" ") });
      expect((await search(api, { query: words.slice(0, maxSearchWords).join(" ") })).totalCount).toBe(1);
      for (const query of [words.join(" "), "a".repeat(65), `a ${"東".repeat(65)}`, "!".repeat(65)]) {
        const refused = await api.refusal("listTrashedAssets", { query: { query } });
        expect([refused.code, refused.errors?.[0]?.location]).toEqual(["validation_failed", "query.query"]);
      }
    });

    test("finds the same as a scan of every text, whatever is trashed, restored and deleted", async () => {
      const word = fc.constantFrom("red", "reddish", "blue", "bluebird", "bird", "x", "xy", "ab12", "über", "東京");
      const names = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
      const step = fc.oneof(
        fc.record({ do: fc.constant("trash" as const), name: names }),
        fc.record({ do: fc.constantFrom("restore" as const, "delete" as const), pick: fc.nat() }),
      );
      const queries = fc.array(fc.oneof(word, fc.constantFrom("r", "bi", "ird", "lueb", "ed b", "b12")), { maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 12 }),
          fc.array(queries, { minLength: 4, maxLength: 4 }),
          async (steps, asked) => {
            const { api, tenantId } = await fresh();
            const model: Asset[] = [];
            for (const one of steps) {
              if (one.do === "trash") model.unshift(await trashed(api, { name: one.name }));
              else if (model.length > 0) {
                const [asset] = model.splice(one.pick % model.length, 1);
                await (one.do === "restore" ? restore : discard)(api, asset as Asset);
              }
            }
            for (const words of asked) {
              const query = words.join(" ");
              const expected = model.filter(({ name }) =>
                query
                  .split(" ")
                  .filter(Boolean)
                  .every((part) => name.split(" ").some((whole) => whole.includes(part))),
              );
              expect([query, await namesIn(api, { query })]).toEqual([query, expected.map(({ name }) => name)]);
            }
            for (const asset of model) await restore(api, asset);
            expect(await leftovers(service(), tenantId)).toEqual([]);
          },
        ),
        { numRuns: 12 },
      );
    });

    test("is right when many are trashed, restored and deleted at once", async () => {
      const { api, tenantId } = await fresh();
      const assets = await Promise.all(
        Array.from({ length: 24 }, (_, index) => create(api, { name: `crowd ${index % 3 === 0 ? "third" : "other"}` })),
      );
      await Promise.all(assets.map((asset) => discard(api, asset)));
      expect([(await search(api, { query: "crowd" })).totalCount, (await search(api, { query: "third" })).totalCount]).toEqual([
        24, 8,
      ]);
      await Promise.all(assets.map((asset, index) => (index % 2 === 0 ? restore(api, asset) : discard(api, asset))));
      expect((await search(api)).totalCount).toBe(0);
      expect(await leftovers(service(), tenantId)).toEqual([]);
    });
  });
});
