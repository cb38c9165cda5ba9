import { expect, test } from "bun:test";
import { addOwnRows } from "../../server/search/add-own-rows";
import { bucketOf } from "../../server/search/terms";
import { folded, queryWords } from "../../server/search/text";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { useSearch } from "../support/features/search";

type Step = Parameters<typeof addOwnRows>[0]["step"];

const recordsOfBlock = 80;
const often = "abcde ".repeat(8);

onBothEngines("long terms of full blocks", (engine) => {
  const { service, freshTenant, change, put, remove, addToBlocks: index, fillBlocks, search } = useSearch(engine);
  const addRows = async (tenantId: string) => {
    while (await addOwnRows({ db: service().db, tenantId, step: (work) => change(tenantId, work) }, "persons"));
  };

  /** In all blocks but the second, most records have the same term often. */
  async function someRecords(tenantId: string, blocks: number): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (let block = 0; block < blocks; block += 1) {
      const some = Array.from({ length: recordsOfBlock }, (_, index) => {
        const hasTerm = block === 1 ? index === 7 : index % 9 > 0;
        return [`k${10_000 + block * recordsOfBlock + index}`, `${hasTerm ? often : "abxde"} n${index}`] as const;
      });
      for (const [key, text] of some) texts.set(key, text);
      await put(tenantId, Object.fromEntries(some));
      await index(tenantId);
      if (block < blocks - 1) await fillBlocks(tenantId);
    }
    return texts;
  }

  async function expectSame(tenantId: string, texts: ReadonlyMap<string, string>): Promise<void> {
    for (const query of ["abc", "ab", "xbcd", "bcd", "bcde n1", "abcde n12", "cde abx", "moved bcd", "n7"]) {
      const isFound = (text: string) => queryWords(query).every((word) => folded(text).includes(word));
      const expected = [...texts].flatMap(([key, text]) => (isFound(text) ? key : []));
      expect([query, await search(tenantId, query, { limit: 70 })]).toEqual([query, expected.sort().reverse()]);
    }
  }

  const rowsWith = (tenantId: string, part: string) =>
    service().db.all<{ bucket: string; block: number }>(sql`
      SELECT bucket, block FROM search_terms WHERE tenant_id = ${tenantId} AND terms LIKE ${`%\n${part} %`} ORDER BY block`);

  test("have rows to themselves, and are found with and without them, and after changes", async () => {
    const tenantId = freshTenant();
    const texts = await someRecords(tenantId, 8);
    await expectSame(tenantId, texts);
    await addRows(tenantId);
    const [own, shared] = ["=bcd", bucketOf("bcd")];
    expect(await rowsWith(tenantId, "bcd")).toEqual(
      [own, shared, own, own, own, own, own, shared].map((bucket, block) => ({ bucket, block })),
    );
    await expectSame(tenantId, texts);
    const changed = Object.fromEntries(
      [...texts.keys()].flatMap((key, index) => (index % 7 === 4 ? [[key, index % 2 === 0 ? "moved" : "moved bcd"]] : [])),
    );
    for (const [key, text] of Object.entries(changed)) texts.set(key, text);
    await put(tenantId, changed);
    await index(tenantId);
    await expectSame(tenantId, texts);
    const gone = [...texts.keys()].filter((_, index) => index % 11 === 3);
    await remove(tenantId, gone);
    for (const key of gone) texts.delete(key);
    await expectSame(tenantId, texts);
  });

  test("are found while some have rows of their own and others don't, and a job that was stopped is finished by the next", async () => {
    const tenantId = freshTenant();
    const texts = await someRecords(tenantId, 4);
    for (let most = 1; most < 9; most += 3) {
      let steps = 0;
      const step: Step = async (work) => {
        steps += 1;
        if (steps > most) throw new Error("stopped");
        return change(tenantId, work);
      };
      await expect(addOwnRows({ db: service().db, tenantId, step }, "persons")).rejects.toThrow("stopped");
      await expectSame(tenantId, texts);
    }
    const changed = { k10000: "moved", k10001: "moved bcd" };
    for (const [key, text] of Object.entries(changed)) texts.set(key, text);
    await put(tenantId, changed);
    await index(tenantId);
    await expectSame(tenantId, texts);
    await addRows(tenantId);
    await expectSame(tenantId, texts);
  });

  test("leave nothing behind once no record of the block has them", async () => {
    const tenantId = freshTenant();
    const texts = await someRecords(tenantId, 2);
    await addRows(tenantId);
    await remove(tenantId, [...texts.keys()].slice(0, recordsOfBlock));
    expect(
      await service().db.all(sql`SELECT bucket FROM search_terms WHERE tenant_id = ${tenantId} AND block = ${0} AND terms <> ''`),
    ).toEqual([]);
  });

  test("replace the common words that an earlier release has kept in shared rows", async () => {
    const tenantId = freshTenant();
    const texts = await someRecords(tenantId, 2);
    const bucket = bucketOf("abcde");
    await change(tenantId, async ({ db }) => {
      await db.run(sql`
        INSERT INTO search_terms (tenant_id, kind, bucket, block, terms) VALUES (${tenantId}, 'persons', 'common', 0, 'abcde')`);
      await db.run(sql`
        INSERT INTO search_terms (tenant_id, kind, bucket, block, terms)
        VALUES (${tenantId}, 'persons', ${bucket}, 0, ${"\nabcde B//8="})
        ON CONFLICT (tenant_id, kind, bucket, block) DO UPDATE SET terms = search_terms.terms || excluded.terms`);
    });
    await expectSame(tenantId, texts);
    await addRows(tenantId);
    await expectSame(tenantId, texts);
    expect(await rowsWith(tenantId, "abcde")).toEqual([{ bucket: "=abcde", block: 0 }]);
    expect(
      await service().db.all(sql`SELECT block FROM search_terms WHERE tenant_id = ${tenantId} AND bucket = 'common'`),
    ).toEqual([]);
  });
});
