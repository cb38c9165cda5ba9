/** A shorter word is too easily another one. */
const minLength = 4;
const maxLength = 24;
/** From this length on, two letters may be wrong. */
const minLengthForTwo = 8;

/** Words whose spellings are put together at a stretch. */
const wordsAtOnce = 1_000;
const groupsAtOnce = 20;

/** The words of all passages, for finding what a misspelled one was meant to be. */
export class Vocabulary {
  readonly #counts = new Map<string, number>();

  add(word: string): void {
    if (word.length < minLength || word.length > maxLength) return;
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  *finish(): Generator<undefined, Spelling, undefined> {
    const groups = new Map<string, { words: string[]; counts: number[] }>();
    let done = 0;
    for (const [word, count] of this.#counts) {
      const key = groupOf(word, word.length);
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { words: [], counts: [] }));
      group.words.push(word);
      group.counts.push(count);
      if (++done % wordsAtOnce === 0) yield;
    }
    const joined = new Map<string, SpelledWords>();
    for (const [key, { words, counts }] of groups) {
      joined.set(key, { words: words.join(""), counts: Uint8Array.from(counts, (count) => Math.min(count, mostCounted)) });
      if (joined.size % groupsAtOnce === 0) yield;
    }
    return new Spelling(joined);
  }
}

/** Words of one length and first letter, without anything between them, and how often each occurs. */
interface SpelledWords {
  words: string;
  counts: Uint8Array;
}

/** Hardly anybody misspells the first letter. */
function groupOf(word: string, length: number): string {
  return `${length}${word[0]}`;
}

/** More than so often makes no difference. */
const mostCounted = 255;
/** What a group takes beside its words. */
const groupBytes = 150;

export class Spelling {
  readonly #groups: ReadonlyMap<string, SpelledWords>;

  constructor(groups: ReadonlyMap<string, SpelledWords>) {
    this.#groups = groups;
  }

  /** The nearest word there is, of equally near ones the most frequent, then the first. Undefined if none is near. */
  closest(word: string): string | undefined {
    if (word.length < minLength || word.length > maxLength || /\d/.test(word)) return undefined;
    const allowed = word.length >= minLengthForTwo ? 2 : 1;
    let best: string | undefined;
    let least = allowed + 1;
    for (const difference of [0, -1, 1, -2, 2].filter((length) => Math.abs(length) <= allowed)) {
      const length = word.length + difference;
      const { words, counts } = this.#groups.get(groupOf(word, length)) ?? noWords;
      let most = least > allowed ? 0 : Number.POSITIVE_INFINITY;
      for (let at = 0, place = 0; at < words.length; at += length, place += 1) {
        const count = counts[place] as number;
        // As near as the best one is not enough for a word that is not more frequent.
        const worthwhile = count > most ? least : least - 1;
        if (worthwhile < 1 || !mayBeNear(word, words, at, length, Math.min(worthwhile, allowed))) continue;
        const candidate = words.slice(at, at + length);
        const edits = editsBetween(word, candidate, Math.min(worthwhile, allowed));
        if (edits <= allowed && (edits < least || (edits === least && count > most)))
          [best, least, most] = [candidate, edits, count];
      }
      if (least === 1) break;
    }
    return best;
  }

  get bytes(): number {
    return [...this.#groups.values()].reduce(
      (sum, { words, counts }) => sum + bytesOf(words) + counts.byteLength + groupBytes,
      0,
    );
  }
}

/** Texts have a byte for each character if all of them are Latin, or else two. */
function bytesOf(words: string): number {
  return /[^\u0000-\u00ff]/.test(words) ? 2 * words.length : words.length;
}

const noWords: SpelledWords = { words: "", counts: new Uint8Array(0) };

/** A look at the letters that both begin and end with, before the costly comparison. A long word has its second letter, too. */
function mayBeNear(word: string, words: string, at: number, length: number, most: number): boolean {
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
