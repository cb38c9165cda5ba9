import { bucketOf } from "./terms";
import { gramAt, gramLength, labelTerm, lettersOf } from "./text";

/** A term that a record must have; of a word that is longer than a term, one of those that it is made of. */
export interface Part {
  term: string;
  word: string;
  offset: number;
}

export function partsOf(words: readonly string[], labels: readonly string[]): Part[] {
  const ofLabels = labels.map((label) => ({ term: labelTerm(label), word: labelTerm(label), offset: 0 }));
  const ofWords = words.flatMap((word) => {
    const letters = lettersOf(word);
    if (letters.length <= gramLength) return { term: word, word, offset: 0 };
    const count = Math.ceil(letters.length / gramLength);
    // The last one ends with the word, whatever it shares with the one before.
    const offsets = Array.from({ length: count }, (_, index) => Math.min(index * gramLength, letters.length - gramLength));
    return offsets.map((offset) => ({ term: gramAt(letters, offset, gramLength), word, offset }));
  });
  return [...ofLabels, ...ofWords];
}

/** Where to look for the terms. */
export function bucketsOf(parts: readonly Part[]): string[] {
  return [...new Set(parts.map(({ term }) => bucketOf(term)))];
}
