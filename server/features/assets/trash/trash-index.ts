import type { AssetType } from "../../../../contract";
import type { Writing } from "../../../context";
import { sql, sqlRows } from "../../../storage/sql";
import type { AssetRow } from "../queries";
import { fixedLengthLists } from "./fixed-length-lists";
import { addNumbers, removeNumbers } from "./term-members";
import { changeVocabulary } from "./vocabulary";
import { searchedText, termsOf } from "./words";

interface TrashRow {
  number: number;
  asset_id: string;
  type: AssetType;
  text: string;
}

/** Numbers the assets in the order they come. The index maps each term to the numbers of the assets that have it. */
export async function addToTrash(ctx: Writing, assets: readonly AssetRow[]): Promise<void> {
  await lockTrash(ctx);
  const highest = await ctx.db.first<{ number: number | null }>(
    sql`SELECT max(number) AS number FROM asset_trash WHERE tenant_id = ${ctx.tenantId}`,
  );
  const first = (highest?.number ?? 0) + 1;
  const rows = assets.map(({ asset_id, type, ...asset }, index) => {
    const text = searchedText(asset);
    return { number: first + index, asset_id, type, text, terms: termsOf(text, type) };
  });
  const values = rows.map(({ number, asset_id, type, text, terms }) => [
    ctx.tenantId,
    number,
    asset_id,
    type,
    text,
    terms.isIndexed ? 1 : 0,
  ]);
  await Promise.all(
    sqlRows(values).map((some) =>
      ctx.db.run(sql`INSERT INTO asset_trash (tenant_id, number, asset_id, type, text, indexed) VALUES ${some}`),
    ),
  );
  const { numbers, words } = gathered(rows);
  const fresh = await addNumbers(ctx, numbers);
  await changeVocabulary(
    ctx,
    fresh.filter((term) => words.has(term)),
  );
}

export async function takeFromTrash(ctx: Writing, assetIds: readonly string[]): Promise<void> {
  await lockTrash(ctx);
  const found = await Promise.all(
    fixedLengthLists(assetIds, "").map((some) =>
      ctx.db.all<TrashRow>(sql`
        SELECT number, asset_id, type, text FROM asset_trash WHERE tenant_id = ${ctx.tenantId} AND asset_id IN ${some}`),
    ),
  );
  const rows = found.flat().map((row) => ({ ...row, terms: termsOf(row.text, row.type) }));
  await Promise.all(
    rows.map(({ number }) => ctx.db.run(sql`DELETE FROM asset_trash WHERE tenant_id = ${ctx.tenantId} AND number = ${number}`)),
  );
  const { numbers, words } = gathered(rows);
  const gone = await removeNumbers(ctx, numbers);
  await changeVocabulary(
    ctx,
    gone.filter((term) => words.has(term)),
  );
}

/** Serializes changes, because two transactions on one block would overwrite each other. */
function lockTrash({ db, tenantId }: Writing): Promise<void> {
  return db.lock(`trash ${tenantId}`);
}

interface TermNumbers {
  /** By term. */
  numbers: Map<string, number[]>;
  /** The terms that are words. */
  words: Set<string>;
}

function gathered(rows: readonly { number: number; terms: ReturnType<typeof termsOf> }[]): TermNumbers {
  const numbers = new Map<string, number[]>();
  const all = new Set<string>();
  for (const { number, terms } of rows) {
    for (const word of terms.words) all.add(word);
    for (const term of [...terms.words, ...terms.others]) {
      const known = numbers.get(term);
      if (known) known.push(number);
      else numbers.set(term, [number]);
    }
  }
  return { numbers, words: all };
}
