import type { AssetType } from "../../../contract";

const maxSearchedLength = 4_000;
const maxWordLength = 64;
/** A part this long or shorter of any word, however long, is within one of the pieces the word is kept as. */
export const maxPartLength = maxWordLength / 2;
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

/** Runs of letters and digits, equal for what differs in case or form alone. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
  return folded.slice(0, maxSearchedLength).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** All that a search looks at, as words with a space between. */
export function searchedText({ name, tags, ai_description }: Searched): string {
  const text = [name, ...(JSON.parse(tags) as string[]), ai_description].join(" ");
  return [...new Set(wordsOf(text.slice(0, maxSearchedLength)))].join(" ");
}

/** What an asset is found by: that it is there, its type, the words of its text, and their shortest parts. */
export function termsOf(text: string, type: AssetType): { words: Set<string>; others: Set<string> } {
  const words = new Set<string>();
  const others = new Set([allTerm, typeTerm(type)]);
  for (const word of text.split(" ")) {
    const letters = [...word];
    for (let length = 1; length <= gramLength; length += 1) {
      for (let at = 0; at + length <= letters.length; at += 1) others.add(gramTerm(letters.slice(at, at + length).join("")));
    }
    if (letters.length > gramLength) for (const piece of piecesOf(letters)) words.add(piece);
  }
  return { words, others };
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
function piecesOf(letters: string[]): string[] {
  const count = Math.max(1, Math.ceil(letters.length / maxPartLength) - 1);
  return Array.from({ length: count }, (_, index) =>
    letters.slice(index * maxPartLength, index * maxPartLength + maxWordLength).join(""),
  );
}
