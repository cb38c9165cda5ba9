import type { Writing } from "../../../context";
import { sql, sqlRows } from "../../../storage/sql";
import { fixedLengthLists } from "./fixed-length-lists";
import { bucketOf } from "./words";

/** Writes for each word whether the index still has it. A bucket is a text of many words between spaces. */
export async function changeVocabulary({ db, tenantId }: Writing, words: readonly string[]): Promise<void> {
  const byBucket = Map.groupBy(words, bucketOf);
  const [found, kept] = await Promise.all([
    Promise.all(
      fixedLengthLists(words, "").map((some) =>
        db.all<{ word: string }>(sql`SELECT DISTINCT word FROM asset_words WHERE tenant_id = ${tenantId} AND word IN ${some}`),
      ),
    ),
    Promise.all(
      fixedLengthLists([...byBucket.keys()], -1).map((some) =>
        db.all<{ bucket: number; words: string }>(sql`
          SELECT bucket, words FROM asset_vocabulary WHERE tenant_id = ${tenantId} AND bucket IN ${some}`),
      ),
    ),
  ]);
  const used = new Set(found.flat().map(({ word }) => word));
  const before = new Map(kept.flat().map((row) => [row.bucket, row.words]));
  const changed = [...byBucket].flatMap(([bucket, some]) => {
    const all = before.get(bucket) ?? " ";
    const after = some.reduce((text, word) => withWord(text, word, used.has(word)), all);
    return after === all ? [] : [[tenantId, bucket, after]];
  });
  await Promise.all(
    sqlRows(changed).map((some) =>
      db.run(sql`
        INSERT INTO asset_vocabulary (tenant_id, bucket, words) VALUES ${some}
        ON CONFLICT (tenant_id, bucket) DO UPDATE SET words = excluded.words`),
    ),
  );
}

function withWord(text: string, word: string, isUsed: boolean): string {
  const isKnown = text.includes(` ${word} `);
  if (isUsed === isKnown) return text;
  return isUsed ? `${text}${word} ` : text.replace(` ${word} `, " ");
}
