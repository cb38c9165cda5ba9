import { isAbbreviated } from "./is-abbreviated";
import { isSupported } from "./is-supported";
import { type Source, sentencesIn, sourceOf } from "./source";
import { plainText } from "./units";

/** A sentence that goes on for longer than this is not shown. In characters. */
const maxSentenceLength = 1_000;

export interface CheckedSentence {
  text: string;
  /** Which of the passages it is from, counted from 0. */
  source: number;
}

/**
 * Takes what a model writes, piece by piece, and gives the sentences that may be shown: each ends with the number of a passage
 * which says the same.
 */
export class CheckedSentences {
  #text = "";
  #isTooLong = false;

  readonly #sources: Source[] = [];

  constructor(readonly passages: readonly string[]) {}

  push(piece: string): CheckedSentence[] {
    this.#text += piece;
    return this.#take(citedAndGoingOn);
  }

  /** For a text that is complete. What is left without a number is not shown. */
  end(): CheckedSentence[] {
    return this.#take(cited);
  }

  #take(pattern: RegExp): CheckedSentence[] {
    const sentences: CheckedSentence[] = [];
    for (let found = pattern.exec(this.#text); found; found = pattern.exec(this.#text)) {
      const [whole, before = "", numbers = "", after = ""] = found;
      this.#text = this.#text.slice(whole.length);
      const sentence = this.#isTooLong ? undefined : this.#checked(before, numbers, after);
      this.#isTooLong = false;
      if (sentence) sentences.push(sentence);
    }
    if (this.#text.length > maxSentenceLength) {
      this.#isTooLong = true;
      // The end may be the beginning of a citation.
      this.#text = this.#text.slice(-longestNumber);
    }
    return sentences;
  }

  #checked(before: string, numbers: string, after: string): CheckedSentence | undefined {
    const passageIndexes = Array.from(numbers.matchAll(/\d+/g), ([digits]) => Number(digits) - 1);
    if (before.length > maxSentenceLength || !passageIndexes.every((passageIndex) => passageIndex in this.passages))
      return undefined;
    for (const passageIndex of passageIndexes) {
      const source = (this.#sources[passageIndex] ??= sourceOf(this.passages[passageIndex] as string));
      const text = lastSentence(before, source);
      if (text !== "" && isSupported(text, source)) return { text: ended(text, after.trim()), source: passageIndex };
    }
    return undefined;
  }
}

const longestNumber = 8;
const cited = /^([\s\S]*?)(\[\d{1,3}\](?:\s?\[\d{1,3}\])*)(\s?[.!…]+)?/;
/** The next character is neither another number nor a full stop, so the citation is complete. */
const citedAndGoingOn = new RegExp(`${cited.source}(?=\\s*[^\\s.!…[])`);

/** A citation belongs to the sentence before it alone. */
function lastSentence(text: string, { text: passage, language }: Source): string {
  const line =
    text
      .trim()
      .split(/\r\n|\r|\n/)
      .at(-1) ?? "";
  const sentences = sentencesIn(withoutMarkup(plainText(line)), language);
  let last = sentences.pop() ?? "";
  for (let before = sentences.pop(); before !== undefined && isAbbreviated(before, last, passage); before = sentences.pop())
    last = before + last;
  return last.trim();
}

function withoutMarkup(line: string): string {
  return line
    .replace(/^\s*(?:[-*•>#]+|\d{1,2}[.)])\s+/, "")
    .replace(/\*\*|__|~~|`/g, "")
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_]+)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/\[([^[\]]+)\]\(([^()\s]+)\)/g, "$1 ($2)");
}

function ended(text: string, after: string): string {
  return /[.!…]["'”»)]?$/.test(text) ? text : `${text}${after || "."}`;
}
