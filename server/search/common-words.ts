import type { Reading, Writing } from "../context";
import { sql } from "../storage/sql";
import type { Stretches } from "./stretches";
import { gramAt, gramLength, lettersOf } from "./text";

/** The row of a block with the list of its common words. The rows of terms have numbers. */
export const commonBucket = "common";

/** A common word is in at least one of so many texts. */
const textsForOne = 4;
/** In letters. Longer words are found by their parts, as words that are not common are. */
const maxLength = 16;
const maxWords = 96;
const leastTexts = 64;

export function mayBeCommon(word: string): boolean {
  const { length } = lettersOf(word);
  return length > gramLength && length <= maxLength;
}

/** The words, and parts of words, that many of these texts have. The shortest first. */
export async function commonWordsIn(texts: readonly string[], stretches: Stretches): Promise<string[]> {
  if (texts.length < leastTexts) return [];
  const words: string[] = [];
  let shorter: ReadonlySet<string> | undefined;
  for (let length = gramLength; length <= maxLength && words.length < maxWords && shorter?.size !== 0; length += 1) {
    const counts = new Map<string, number>();
    for (const text of texts) {
      await stretches.pause();
      for (const part of partsOf(text, length, shorter)) counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    shorter = new Set([...counts].flatMap(([part, count]) => (count * textsForOne >= texts.length ? part : [])));
    if (length > gramLength) words.push(...shorter);
  }
  return words.slice(0, maxWords);
}

/** Without those that begin or end with a part that is not common. */
function partsOf(text: string, length: number, shorter: ReadonlySet<string> | undefined): Set<string> {
  const letters = lettersOf(text);
  const parts = new Set<string>();
  for (let at = 0; at + length <= letters.length; at += 1) {
    if (shorter && !(shorter.has(gramAt(letters, at, length - 1)) && shorter.has(gramAt(letters, at + 1, length - 1)))) continue;
    const part = gramAt(letters, at, length);
    if (!part.includes(" ")) parts.add(part);
  }
  return parts;
}

export async function readCommonWords({ db, tenantId }: Reading, kind: string, block: number): Promise<string[]> {
  const row = await db.first<{ terms: string }>(sql`
    SELECT terms FROM search_terms
    WHERE tenant_id = ${tenantId} AND kind = ${kind} AND bucket = ${commonBucket} AND block = ${block}`);
  return row ? row.terms.split(" ").filter(Boolean) : [];
}

export async function writeCommonWords({ db, tenantId }: Writing, kind: string, block: number, words: readonly string[]) {
  await db.run(sql`
    INSERT INTO search_terms (tenant_id, kind, bucket, block, terms)
    VALUES (${tenantId}, ${kind}, ${commonBucket}, ${block}, ${words.join(" ")})
    ON CONFLICT (tenant_id, kind, bucket, block) DO UPDATE SET terms = excluded.terms`);
}
