import { mayBeCommon } from "./common-words";
import { bucketOf, ownBucketOf } from "./terms";
import { gramAt, gramLength, hasPositions, labelTerm, lettersOf } from "./text";

/** A term that a record must have. A word that is longer than a term has several. */
export interface QueryTerm {
  term: string;
  word: string;
  offset: number;
  /** Of the row that it may have to itself, and of the one that it shares otherwise. */
  own: string;
  shared: string;
  hasPositions: boolean;
}

function queryTerm(term: string, word: string, offset: number): QueryTerm {
  return { term, word, offset, own: ownBucketOf(term), shared: bucketOf(term), hasPositions: hasPositions(term) };
}

export function queryTerms(words: readonly string[], labels: readonly string[]): QueryTerm[] {
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

/** A word is found by its parts, or, in blocks where it is common, as a whole. */
export interface QueryWord {
  terms: readonly QueryTerm[];
  whole: QueryTerm | undefined;
}

export function queryWords(terms: readonly QueryTerm[]): QueryWord[] {
  return [...Map.groupBy(terms, ({ word }) => word)].map(([word, ofWord]) => ({
    terms: ofWord,
    whole: ofWord.every((term) => term.hasPositions) && mayBeCommon(word) ? queryTerm(word, word, 0) : undefined,
  }));
}
