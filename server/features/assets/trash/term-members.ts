import type { Writing } from "../../../context";
import { sql, sqlRows } from "../../../storage/sql";
import { fixedLengthLists } from "./fixed-length-lists";
import { blockSize, changedMembers, maxNewestLength, newestBlock, newestEntry, newestNumbers, withoutNewest } from "./members";

/** The numbers of assets, by term. */
type Numbers = ReadonlyMap<string, readonly number[]>;

/** Returns the terms that may be new to the index. */
export async function addNumbers(ctx: Writing, numbers: Numbers): Promise<string[]> {
  const entries = new Map([...numbers].map(([term, some]) => [term, some.map(newestEntry).join("")]));
  const rows = [...entries].map(([term, some]) => [ctx.tenantId, term, newestBlock, some]);
  const written = await Promise.all(
    sqlRows(rows).map((some) =>
      ctx.db.all<{ word: string; length: number }>(sql`
        INSERT INTO asset_words (tenant_id, word, block, members) VALUES ${some}
        ON CONFLICT (tenant_id, word, block) DO UPDATE SET members = asset_words.members || excluded.members
        RETURNING word, CAST(length(members) AS INTEGER) AS length`),
    ),
  );
  const terms = written.flat();
  await spreadNewest(
    ctx,
    terms.filter(({ length }) => length > maxNewestLength).map(({ word }) => word),
  );
  return terms.filter(({ word, length }) => length === entries.get(word)?.length).map(({ word }) => word);
}

/** Returns the terms that the index may no longer have. */
export async function removeNumbers(ctx: Writing, numbers: Numbers): Promise<string[]> {
  const before = await membersOf(ctx, [...numbers.keys()], newestBlock);
  const changed = new Map<string, string>();
  const older = new Map<string, number[]>();
  const gone: string[] = [];
  for (const [term, some] of numbers) {
    let newest = before.get(term) ?? "";
    for (const number of some) {
      const without = withoutNewest(newest, number);
      newest = without ?? newest;
      if (without === undefined) older.set(term, [...(older.get(term) ?? []), number]);
    }
    if (newest !== (before.get(term) ?? "")) changed.set(term, newest);
    if (newest === "") gone.push(term);
  }
  await writeMembers(ctx, newestBlock, changed);
  await changeBlocks(ctx, older, false);
  return gone;
}

/** Moves the numbers of a full list to their blocks. */
async function spreadNewest(ctx: Writing, terms: readonly string[]): Promise<void> {
  const newest = await membersOf(ctx, terms, newestBlock);
  await changeBlocks(ctx, new Map([...newest].map(([term, members]) => [term, newestNumbers(members)])), true);
  await writeMembers(ctx, newestBlock, new Map(terms.map((term) => [term, ""])));
}

async function changeBlocks(ctx: Writing, numbers: Numbers, isThere: boolean): Promise<void> {
  const positions = [...numbers].flatMap(([term, some]) =>
    some.map((number) => ({ term, block: Math.floor(number / blockSize), position: number % blockSize })),
  );
  for (const [block, some] of Map.groupBy(positions, (position) => position.block)) {
    const members = await membersOf(ctx, [...new Set(some.map(({ term }) => term))], block);
    for (const { term, position } of some) members.set(term, changedMembers(members.get(term) ?? "", position, isThere));
    await writeMembers(ctx, block, members);
  }
}

async function membersOf({ db, tenantId }: Writing, terms: readonly string[], block: number): Promise<Map<string, string>> {
  const found = await Promise.all(
    fixedLengthLists(terms, "").map((some) =>
      db.all<{ word: string; members: string }>(sql`
        SELECT word, members FROM asset_words WHERE tenant_id = ${tenantId} AND word IN ${some} AND block = ${block}`),
    ),
  );
  return new Map(found.flat().map(({ word, members }) => [word, members]));
}

/** A row without members is deleted. */
async function writeMembers({ db, tenantId }: Writing, block: number, members: ReadonlyMap<string, string>): Promise<void> {
  const [emptied, filled] = [[...members].filter(([, text]) => text === ""), [...members].filter(([, text]) => text !== "")];
  const gone = emptied.map(([term]) => term);
  await Promise.all([
    ...fixedLengthLists(gone, "").map((some) =>
      db.run(sql`DELETE FROM asset_words WHERE tenant_id = ${tenantId} AND word IN ${some} AND block = ${block}`),
    ),
    ...sqlRows(filled.map(([term, text]) => [tenantId, term, block, text])).map((some) =>
      db.run(sql`
        INSERT INTO asset_words (tenant_id, word, block, members) VALUES ${some}
        ON CONFLICT (tenant_id, word, block) DO UPDATE SET members = excluded.members`),
    ),
  ]);
}
