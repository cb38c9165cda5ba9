/** A shorter word is too easily another one. */
const minLength = 4;
const maxLength = 24;
/** From this length on, two letters may be wrong. */
const minLengthForTwo = 8;

/** The words of all passages, for finding what a misspelled one was meant to be. */
export class Vocabulary {
  readonly #counts = new Map<string, number>();

  add(word: string): void {
    if (word.length < minLength || word.length > maxLength) return;
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  finish(): Spelling {
    const byLength = new Map<number, string>();
    const sorted = [...this.#counts].sort(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1));
    for (const [word] of sorted) byLength.set(word.length, (byLength.get(word.length) ?? "") + word);
    return new Spelling(byLength);
  }
}

/** The vocabulary as one string for each length, the most frequent words first. */
export class Spelling {
  readonly #byLength: ReadonlyMap<number, string>;

  constructor(byLength: ReadonlyMap<number, string>) {
    this.#byLength = byLength;
  }

  /** The nearest word there is, of equally near ones the most frequent. Undefined if none is near. */
  closest(word: string): string | undefined {
    if (word.length < minLength || word.length > maxLength || /\d/.test(word)) return undefined;
    const allowed = word.length >= minLengthForTwo ? 2 : 1;
    let best: string | undefined;
    let least = allowed + 1;
    for (const difference of [0, -1, 1, -2, 2].filter((length) => Math.abs(length) <= allowed)) {
      const length = word.length + difference;
      const words = this.#byLength.get(length) ?? "";
      for (let at = 0; at < words.length; at += length) {
        if (!mayBeNear(word, words, at, length, least - 1)) continue;
        const candidate = words.slice(at, at + length);
        const edits = editsBetween(word, candidate, least - 1);
        if (edits < least) [best, least] = [candidate, edits];
        if (least === 1 && difference === 0) return best;
      }
    }
    return best;
  }

  get bytes(): number {
    return [...this.#byLength.values()].reduce((sum, { length }) => sum + length, 0);
  }
}

/**
 * A look at the letters that both begin and end with, before the costly comparison. Hardly anybody misspells the first letter, nor
 * the second one of a long word.
 */
function mayBeNear(word: string, words: string, at: number, length: number, most: number): boolean {
  if (words.charCodeAt(at) !== word.charCodeAt(0)) return false;
  const shorter = Math.min(word.length, length);
  let start = 1;
  while (start < shorter && words.charCodeAt(at + start) === word.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && words.charCodeAt(at + length - 1 - end) === word.charCodeAt(word.length - 1 - end)) end += 1;
  const between = Math.max(word.length, length) - start - end;
  return most === 1 ? between <= 2 : start >= 2 && between <= shorter - 2;
}

/** Letters that are wrong, missing, too many, or swapped with the next one. More than `most` is `most + 1`. */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let edits = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits = Math.min(edits, (beforeLast[j - 2] as number) + 1);
      }
      row.push(edits);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(last.at(-1) as number, most + 1);
}
