import type { AssetType } from "../../../contract";
import type { Writing } from "../../context";
import { sql } from "../../storage/sql";
import { blockSize, changedMembers } from "./members";
import type { AssetRow } from "./queries";
import { bucketOf, searchedText, termsOf } from "./words";

interface TrashRow {
  number: number;
  asset_id: string;
  type: AssetType;
  text: string;
}

/** What is in the trash has a number, the higher the later it came; the index says which numbers have a term. */
export async function addToTrash(ctx: Writing, asset: AssetRow): Promise<void> {
  await lockTrash(ctx);
  const highest = await ctx.db.first<{ number: number | null }>(
    sql`SELECT max(number) AS number FROM asset_trash WHERE tenant_id = ${ctx.tenantId}`,
  );
  const row = { number: (highest?.number ?? 0) + 1, asset_id: asset.asset_id, type: asset.type, text: searchedText(asset) };
  await ctx.db.run(sql`
    INSERT INTO asset_trash (tenant_id, number, asset_id, type, text)
    VALUES (${ctx.tenantId}, ${row.number}, ${row.asset_id}, ${row.type}, ${row.text})`);
  await changeTerms(ctx, [row], true);
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

interface Change {
  term: string;
  block: number;
  isWord: boolean;
  places: number[];
}

async function changeTerms(ctx: Writing, rows: readonly TrashRow[], isThere: boolean): Promise<void> {
  const changes = new Map<string, Change>();
  for (const { number, type, text } of rows) {
    const { words, others } = termsOf(text, type);
    const block = Math.floor(number / blockSize);
    for (const [terms, isWord] of [[words, true] as const, [others, false] as const]) {
      for (const term of terms) {
        const key = `${term} ${block}`;
        const change = changes.get(key) ?? { term, block, isWord, places: [] };
        change.places.push(number % blockSize);
        changes.set(key, change);
      }
    }
  }
  const affected = await Promise.all([...changes.values()].map((change) => changeTerm(ctx, change, isThere)));
  await changeVocabulary(ctx, new Set(affected.filter((word) => word !== undefined)));
}

/** The word, when it was not in the block before, or is no longer: the vocabulary may have to know. */
async function changeTerm(
  { db, tenantId }: Writing,
  { term, block, isWord, places }: Change,
  isThere: boolean,
): Promise<string | undefined> {
  const before = await db.first<{ members: string }>(sql`
    SELECT members FROM asset_words WHERE tenant_id = ${tenantId} AND word = ${term} AND block = ${block}`);
  const members = places.reduce((text, place) => changedMembers(text, place, isThere), before?.members ?? "");
  if (members === "") {
    await db.run(sql`DELETE FROM asset_words WHERE tenant_id = ${tenantId} AND word = ${term} AND block = ${block}`);
  } else {
    await db.run(sql`
      INSERT INTO asset_words (tenant_id, word, block, members) VALUES (${tenantId}, ${term}, ${block}, ${members})
      ON CONFLICT (tenant_id, word, block) DO UPDATE SET members = excluded.members`);
  }
  return isWord && (!before || members === "") ? term : undefined;
}

async function changeVocabulary(ctx: Writing, words: Set<string>): Promise<void> {
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
