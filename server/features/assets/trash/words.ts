import type { AssetType } from "../../../../contract";

/** Longer words are indexed in segments, and can't be searched for. */
export const maxWordLength = 64;
/** An asset with more terms is not indexed; its text is scanned. */
const maxTerms = 500;
/** Every substring of a word up to this length is within one of its segments. */
export const maxSubstringLength = maxWordLength / 2;
/** Substrings up to this length are terms themselves, because too many words contain them. */
export const gramLength = 3;

const buckets = 256;

export const allTerm = ":";

interface SearchableAsset {
  name: string;
  /** JSON. */
  tags: string;
  ai_description: string;
}

/** Equal for texts that differ only in case or Unicode form. */
export function folded(text: string): string {
  return text.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}

export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** The text that a search covers: name, tags and description, each on a line. */
export function searchedText({ name, tags, ai_description }: SearchableAsset): string {
  return folded([name, ...(JSON.parse(tags) as string[]), ai_description].join("\n"));
}

export interface Terms {
  words: Set<string>;
  others: Set<string>;
  /** False when the text has too many terms. Then only the asset's type and existence are terms. */
  isIndexed: boolean;
}

/** The terms of an asset: its existence, its type, its words and their shortest substrings. */
export function termsOf(text: string, type: AssetType): Terms {
  const words = new Set<string>();
  const others = new Set([allTerm, typeTerm(type)]);
  for (const word of new Set(wordsOf(text))) {
    const letters = [...word];
    for (let length = 1; length <= gramLength; length += 1) {
      for (let at = 0; at + length <= letters.length; at += 1) others.add(gramTerm(letters.slice(at, at + length).join("")));
    }
    if (letters.length > gramLength) for (const segment of segmentsOf(letters)) words.add(segment);
    if (words.size + others.size > maxTerms) {
      return { words: new Set(), others: new Set([allTerm, typeTerm(type)]), isIndexed: false };
    }
  }
  return { words, others, isIndexed: true };
}

/** Many words share a bucket, which is a row of the vocabulary, so that scanning all of them is fast. */
export function bucketOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 16)) & (buckets - 1);
}

export function typeTerm(type: AssetType): string {
  return `:${type}`;
}

/** The sign keeps these terms apart from words. */
export function gramTerm(gram: string): string {
  return `=${gram}`;
}

/** A very long word as segments that overlap by half. */
function segmentsOf(letters: string[]): string[] {
  const count = Math.max(1, Math.ceil(letters.length / maxSubstringLength) - 1);
  return Array.from({ length: count }, (_, index) =>
    letters.slice(index * maxSubstringLength, index * maxSubstringLength + maxWordLength).join(""),
  );
}
