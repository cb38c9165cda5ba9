import { expect, spyOn, test } from "bun:test";
import type { Writing } from "../../server/context";
import { addOwnRows } from "../../server/search/add-own-rows";
import { addToBlocks } from "../../server/search/add-to-blocks";
import { folded, queryWords } from "../../server/search/text";
import { type Sql, sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { useSearch } from "../support/features/search";

const recordsOfBlock = 80;

onBothEngines("words that many records have", (engine) => {
  const { service, freshTenant, change, put, remove, addToBlocks: index, fillBlocks, search } = useSearch(engine);
  const addWords = (tenantId: string) =>
    addOwnRows({ db: service().db, tenantId, step: (work) => change(tenantId, work) }, "persons");

  /** Blocks of persons of one company; the last is not full. */
  async function somePersons(tenantId: string, blocks: number): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (let block = 0; block < blocks; block += 1) {
      const some = Array.from({ length: recordsOfBlock }, (_, index) => {
        const number = block * recordsOfBlock + index;
        const odd = index % 3 === 0 ? `exam ample ${number}` : `person${number}@company-${index % 7}.example`;
        return [`k${10_000 + number}`, index % 2 === 0 ? `Zoë ${odd} 東京タワー` : `Ada ${odd}`] as const;
      });
      for (const [key, text] of some) texts.set(key, text);
      await put(tenantId, Object.fromEntries(some));
      await index(tenantId);
      if (block < blocks - 1) await fillBlocks(tenantId);
    }
    return texts;
  }

  async function expectSame(tenantId: string, texts: ReadonlyMap<string, string>): Promise<void> {
    const queries = [
      "example",
      "xampl",
      "company-3",
      "@company zoe",
      "person example 11",
      "東京タワ",
      "exam ample",
      "exampleexample",
    ];
    for (const query of [...queries, "moved example", "company-77.example"]) {
      const isFound = (text: string) => queryWords(query).every((word) => folded(text).includes(word));
      const expected = [...texts].flatMap(([key, text]) => (isFound(text) ? key : []));
      expect([query, await search(tenantId, query, { limit: 70 })]).toEqual([query, expected.sort().reverse()]);
    }
  }

  async function commonWords(tenantId: string): Promise<string[][]> {
    const rows = await service().db.all<{ terms: string }>(sql`
      SELECT terms FROM search_terms WHERE tenant_id = ${tenantId} AND bucket = 'own' ORDER BY block`);
    return rows.map(({ terms }) => terms.split(" ").filter(Boolean));
  }

  test("are found in blocks that know them, in blocks that don't yet, and after changes", async () => {
    const tenantId = freshTenant();
    const texts = await somePersons(tenantId, 8);
    await expectSame(tenantId, texts);
    // The newest full block knows them first.
    expect(await addWords(tenantId)).toBe(true);
    await expectSame(tenantId, texts);
    while (await addWords(tenantId));
    const words = await commonWords(tenantId);
    expect(words).toHaveLength(7);
    expect(words[0]).toContainValues(["example", "exam", "company-", "東京タワー"]);
    expect(words[0]).not.toContain("ompany");
    await expectSame(tenantId, texts);
    const changed = Object.fromEntries(
      [...texts.keys()].flatMap((key, index) => (index % 9 === 4 ? [[key, index % 2 === 0 ? "moved" : "moved.example"]] : [])),
    );
    for (const [key, text] of Object.entries(changed)) texts.set(key, text);
    await put(tenantId, changed);
    await expectSame(tenantId, texts);
    await index(tenantId);
    await expectSame(tenantId, texts);
    const gone = [...texts.keys()].filter((_, index) => index % 11 === 3);
    await remove(tenantId, gone);
    for (const key of gone) texts.delete(key);
    await expectSame(tenantId, texts);
  });

  test("leave no trace when no record has them any more", async () => {
    const tenantId = freshTenant();
    const texts = await somePersons(tenantId, 3);
    while (await addWords(tenantId));
    const ofFirst = [...texts.keys()].slice(0, recordsOfBlock);
    await put(tenantId, { [ofFirst[0] as string]: "left.example" });
    await index(tenantId);
    await remove(tenantId, ofFirst.slice(1));
    const [first, second] = await commonWords(tenantId);
    expect(first).toContain("example");
    expect(first?.filter((word) => word.includes("company"))).toEqual([]);
    expect(second).toContain("company");
    const rows = await service().db.all<{ terms: string }>(sql`
      SELECT terms FROM search_terms WHERE tenant_id = ${tenantId} AND block = ${0} AND terms LIKE ${"%compan%"}`);
    expect(rows).toEqual([]);
  });

  test("are looked up as a whole, not by the long rows of their parts", async () => {
    const tenantId = freshTenant();
    await somePersons(tenantId, 12);
    const rowsBefore = await rowsRead(() => search(tenantId, "company-3 example", { limit: 1_000 }));
    while (await addWords(tenantId));
    expect(await rowsRead(() => search(tenantId, "company-3 example", { limit: 1_000 }))).toBeLessThan(rowsBefore);
  });

  test("are found by a job that leaves a process of an older release an hour to end, and others their turn", async () => {
    const tenantId = freshTenant();
    await somePersons(tenantId, 13);
    let enqueued = 0;
    const job = {
      db: service().db,
      tenantId,
      step: <Result>(work: (ctx: Writing) => Promise<Result>) => change(tenantId, work),
      finish: async () => void (enqueued += 1),
    } as unknown as Parameters<typeof addToBlocks.run>[0];
    const known = async () => {
      await addToBlocks.run(job, { kind: "persons" });
      return [(await commonWords(tenantId)).length, enqueued];
    };
    const now = performance.now.bind(performance);
    expect(await known()).toEqual([0, 0]);
    const clock = spyOn(performance, "now").mockImplementation(() => 3_600_000 + now());
    try {
      expect(await known()).toEqual([10, 1]);
      expect(await known()).toEqual([12, 1]);
    } finally {
      clock.mockRestore();
    }
  });

  /** Of older blocks. */
  async function rowsRead(work: () => Promise<unknown>): Promise<number> {
    const { db } = service();
    const { all } = db;
    let count = 0;
    Object.assign(db, {
      async all<Row>(query: Sql) {
        const rows = await all<Row>(query);
        if (query.pieces[0]?.trim().startsWith("SELECT bucket, block, terms FROM")) count += rows.length;
        return rows;
      },
    });
    try {
      await work();
    } finally {
      Object.assign(db, { all });
    }
    return count;
  }

  if (engine === "postgres") {
    test("and all others are kept without compression, which costs a search more than their bytes", async () => {
      const tenantId = freshTenant();
      await change(tenantId, ({ db }) =>
        db.run(sql`
          INSERT INTO search_terms (tenant_id, kind, bucket, block, terms)
          VALUES (${tenantId}, ${"persons"}, ${"1"}, ${0}, ${"long ".repeat(4_000)})`),
      );
      const row = await service().db.first<{ length: number; kept: number }>(sql`
        SELECT CAST(octet_length(terms) AS DOUBLE PRECISION) AS length, CAST(pg_column_size(terms) AS DOUBLE PRECISION) AS kept
        FROM search_terms WHERE tenant_id = ${tenantId}`);
      expect(row?.kept).toBeGreaterThanOrEqual(row?.length as number);
    });
  }
});
