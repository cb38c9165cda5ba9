import { bucketOf } from "./terms";
import { gramAt, gramLength, hasPositions, labelTerm, lettersOf } from "./text";

/** A term that a record must have. A word that is longer than a term has several. */
export interface QueryTerm {
  term: string;
  word: string;
  offset: number;
  bucket: string;
  hasPositions: boolean;
}

export function queryTerms(words: readonly string[], labels: readonly string[]): QueryTerm[] {
  const queryTerm = (term: string, word: string, offset: number): QueryTerm => ({
    term,
    word,
    offset,
    bucket: bucketOf(term),
    hasPositions: hasPositions(term),
  });
  const ofLabels = labels.map((label) => queryTerm(labelTerm(label), labelTerm(label), 0));
  const ofWords = words.flatMap((word) => {
    const letters = lettersOf(word);
    if (letters.length <= gramLength) return queryTerm(word, word, 0);
    const count = Math.ceil(letters.length / gramLength);
    // The last term ends with the word, and may overlap with the one before.
    const offsets = Array.from({ length: count }, (_, index) => Math.min(index * gramLength, letters.length - gramLength));
    return offsets.map((offset) => queryTerm(gramAt(letters, offset, gramLength), word, offset));
  });
  return [...ofLabels, ...ofWords];
}

export function bucketsOf(terms: readonly QueryTerm[]): string[] {
  return [...new Set(terms.map(({ bucket }) => bucket))];
}
