import type { AssetType } from "../../../../contract";

/** Of a word that is kept whole, and of one that is asked for. */
export const maxWordLength = 64;
/** An asset with more is not in the index: its text is looked through. */
const maxTerms = 500;
/** A part this long or shorter of any word, however long, is within one of the pieces the word is kept as. */
export const maxSubstringLength = maxWordLength / 2;
/** Parts up to this length are kept themselves: too many words have them. */
export const gramLength = 3;

const buckets = 256;

export const allTerm = ":";

interface Searched {
  name: string;
  /** JSON. */
  tags: string;
  ai_description: string;
}

/** Equal for what differs in case or form alone. */
export function folded(text: string): string {
  return text.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}

/** Runs of letters and digits. */
export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** All that a search looks at, a name, tag or description to a line. */
export function searchedText({ name, tags, ai_description }: Searched): string {
  return folded([name, ...(JSON.parse(tags) as string[]), ai_description].join("\n"));
}

export interface Terms {
  words: Set<string>;
  others: Set<string>;
  /** False when the text has more than the index takes: then only that it is there, and its type, are terms. */
  isIndexed: boolean;
}

/** What an asset is found by: that it is there, its type, the words of its text, and their shortest parts. */
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

/** Where a word stands in the vocabulary: many share a row, so that looking through all of them is quick. */
export function bucketOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 16)) & (buckets - 1);
}

export function typeTerm(type: AssetType): string {
  return `:${type}`;
}

/** No word begins like this. */
export function gramTerm(gram: string): string {
  return `=${gram}`;
}

/** A very long word as pieces that overlap by half. */
function segmentsOf(letters: string[]): string[] {
  const count = Math.max(1, Math.ceil(letters.length / maxSubstringLength) - 1);
  return Array.from({ length: count }, (_, index) =>
    letters.slice(index * maxSubstringLength, index * maxSubstringLength + maxWordLength).join(""),
  );
}
