import type { AssetType } from "../../../contract";
import type { Writing } from "../../context";
import { sql } from "../../storage/sql";
import { blockSize, changedMembers, maxNewestLength, newestBlock, newestEntry, newestNumbers, withoutNewest } from "./members";
import type { AssetRow } from "./queries";
import { bucketOf, searchedText, termsOf } from "./words";

interface TrashRow {
  number: number;
  asset_id: string;
  type: AssetType;
  text: string;
}

/** What is in the trash has a number, the higher the later it came; the index says which numbers have a term. */
export async function addToTrash(ctx: Writing, assets: readonly AssetRow[]): Promise<void> {
  await lockTrash(ctx);
  const highest = await ctx.db.first<{ number: number | null }>(
    sql`SELECT max(number) AS number FROM asset_trash WHERE tenant_id = ${ctx.tenantId}`,
  );
  const first = (highest?.number ?? 0) + 1;
  const rows = assets.map((asset, index) => ({ ...asset, number: first + index, text: searchedText(asset) }));
  await Promise.all(
    rows.map(({ number, asset_id, type, text }) =>
      ctx.db.run(sql`
        INSERT INTO asset_trash (tenant_id, number, asset_id, type, text)
        VALUES (${ctx.tenantId}, ${number}, ${asset_id}, ${type}, ${text})`),
    ),
  );
  await changeTerms(ctx, rows, true);
}

export async function takeFromTrash(ctx: Writing, assetIds: readonly string[]): Promise<void> {
  await lockTrash(ctx);
  const found = await Promise.all(
    assetIds.map((assetId) =>
      ctx.db.first<TrashRow>(sql`
        SELECT number, asset_id, type, text FROM asset_trash WHERE tenant_id = ${ctx.tenantId} AND asset_id = ${assetId}`),
    ),
  );
  const rows = found.filter((row) => row !== undefined);
  await Promise.all(
    rows.map(({ number }) => ctx.db.run(sql`DELETE FROM asset_trash WHERE tenant_id = ${ctx.tenantId} AND number = ${number}`)),
  );
  await changeTerms(ctx, rows, false);
}

/** Two that change the same block would each undo what the other did. */
function lockTrash({ db, tenantId }: Writing): Promise<void> {
  return db.lock(`trash ${tenantId}`);
}

interface Term {
  term: string;
  isWord: boolean;
  numbers: number[];
}

async function changeTerms(ctx: Writing, rows: readonly TrashRow[], isThere: boolean): Promise<void> {
  const terms = new Map<string, Term>();
  for (const { number, type, text } of rows) {
    const { words, others } = termsOf(text, type);
    for (const [some, isWord] of [[words, true] as const, [others, false] as const]) {
      for (const term of some) {
        const known = terms.get(term) ?? { term, isWord, numbers: [] };
        known.numbers.push(number);
        terms.set(term, known);
      }
    }
  }
  const change = isThere ? addNumbers : removeNumbers;
  const affected = await Promise.all([...terms.values()].map(async (term) => ((await change(ctx, term)) ? term : undefined)));
  const words = affected.filter((term) => term?.isWord).map((term) => term?.term as string);
  await changeVocabulary(ctx, words);
}

/** True when the term may be new. */
async function addNumbers(ctx: Writing, { term, numbers }: Term): Promise<boolean> {
  const entries = numbers.map(newestEntry).join("");
  const row = await ctx.db.first<{ length: number }>(sql`
    INSERT INTO asset_words (tenant_id, word, block, members) VALUES (${ctx.tenantId}, ${term}, ${newestBlock}, ${entries})
    ON CONFLICT (tenant_id, word, block) DO UPDATE SET members = asset_words.members || excluded.members
    RETURNING CAST(length(members) AS INTEGER) AS length`);
  const length = row?.length ?? 0;
  if (length > maxNewestLength) await spreadNewest(ctx, term);
  return length === entries.length;
}

/** To the blocks they belong to. */
async function spreadNewest(ctx: Writing, term: string): Promise<void> {
  const numbers = newestNumbers(await membersOf(ctx, term, newestBlock));
  await changeBlocks(ctx, term, numbers, true);
  await writeMembers(ctx, term, newestBlock, "");
}

/** True when the term may be gone. */
async function removeNumbers(ctx: Writing, { term, numbers }: Term): Promise<boolean> {
  const before = await membersOf(ctx, term, newestBlock);
  let newest = before;
  const older = numbers.filter((number) => {
    const without = withoutNewest(newest, number);
    newest = without ?? newest;
    return without === undefined;
  });
  if (newest !== before) await writeMembers(ctx, term, newestBlock, newest);
  await changeBlocks(ctx, term, older, false);
  return newest === "";
}

async function changeBlocks(ctx: Writing, term: string, numbers: readonly number[], isThere: boolean): Promise<void> {
  const byBlock = Map.groupBy(numbers, (number) => Math.floor(number / blockSize));
  await Promise.all(
    [...byBlock].map(async ([block, some]) => {
      const before = await membersOf(ctx, term, block);
      const after = some.reduce((members, number) => changedMembers(members, number % blockSize, isThere), before);
      await writeMembers(ctx, term, block, after);
    }),
  );
}

async function membersOf({ db, tenantId }: Writing, term: string, block: number): Promise<string> {
  const row = await db.first<{ members: string }>(sql`
    SELECT members FROM asset_words WHERE tenant_id = ${tenantId} AND word = ${term} AND block = ${block}`);
  return row?.members ?? "";
}

async function writeMembers({ db, tenantId }: Writing, term: string, block: number, members: string): Promise<void> {
  if (members === "") {
    await db.run(sql`DELETE FROM asset_words WHERE tenant_id = ${tenantId} AND word = ${term} AND block = ${block}`);
    return;
  }
  await db.run(sql`
    INSERT INTO asset_words (tenant_id, word, block, members) VALUES (${tenantId}, ${term}, ${block}, ${members})
    ON CONFLICT (tenant_id, word, block) DO UPDATE SET members = excluded.members`);
}

async function changeVocabulary(ctx: Writing, words: readonly string[]): Promise<void> {
  const byBucket = Map.groupBy(words, bucketOf);
  await Promise.all([...byBucket].map(([bucket, some]) => changeBucket(ctx, bucket, some)));
}

/** Each word in it between spaces. */
async function changeBucket({ db, tenantId }: Writing, bucket: number, words: readonly string[]): Promise<void> {
  const before = await db.first<{ words: string }>(sql`
    SELECT words FROM asset_vocabulary WHERE tenant_id = ${tenantId} AND bucket = ${bucket}`);
  let all = before?.words ?? " ";
  for (const word of words) {
    const used = await db.first(sql`SELECT 1 AS used FROM asset_words WHERE tenant_id = ${tenantId} AND word = ${word} LIMIT 1`);
    const isKnown = all.includes(` ${word} `);
    if (used && !isKnown) all += `${word} `;
    if (!used && isKnown) all = all.replace(` ${word} `, " ");
  }
  if (all === (before?.words ?? " ")) return;
  await db.run(sql`
    INSERT INTO asset_vocabulary (tenant_id, bucket, words) VALUES (${tenantId}, ${bucket}, ${all})
    ON CONFLICT (tenant_id, bucket) DO UPDATE SET words = excluded.words`);
}
