/** A shorter word is too easily another one. */
const minLength = 4;
const maxLength = 24;
/** From this length on, two letters may be wrong. */
const minLengthForTwo = 8;

/** Words that are joined between two pauses. */
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
    const counts = new Uint8Array(done);
    const letters = new Uint32Array(done);
    let first = 0;
    for (const [key, group] of groups) {
      joined.set(key, { words: group.words.join(""), first });
      counts.set(
        group.counts.map((count) => Math.min(count, mostCounted)),
        first,
      );
      letters.set(group.words.map(lettersIn), first);
      first += group.words.length;
      if (joined.size % groupsAtOnce === 0) yield;
    }
    return new Spelling({ groups: joined, counts, letters });
  }
}

/** Words of one length and first letter, without anything between them. */
interface SpelledWords {
  words: string;
  /** The number of the first one among all words. */
  first: number;
}

/** A bit for each letter; beyond the Latin ones, some share a bit. */
function lettersIn(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** A wrong letter counts as two differences, a missing or additional letter as one. */
function differences(letters: number, others: number): number {
  let bits = letters ^ others;
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Hardly anybody misspells the first letter. */
function groupOf(word: string, length: number): string {
  return `${length}${word[0]}`;
}

/** Counts fit into a byte: how much more often a frequent word occurs makes no difference. */
const mostCounted = 255;
/** What a group takes beside its words. */
const groupBytes = 150;

/** Visitors misspell the same words, and ask for the same ones that no passage has. For all indexes together. */
const maxCached = 10_000;
const cached = new Map<string, string | null>();
let spellings = 0;

export interface SpellingArrays {
  groups: ReadonlyMap<string, SpelledWords>;
  /** For each word, how often it occurs and which letters it has. */
  counts: Uint8Array;
  letters: Uint32Array;
}

export class Spelling {
  readonly #number = ++spellings;
  readonly arrays: SpellingArrays;

  constructor(arrays: SpellingArrays) {
    this.arrays = arrays;
  }

  /** The nearest word there is, of equally near ones the most frequent, then the first. Undefined if none is near. */
  closest(word: string): string | undefined {
    if (word.length < minLength || word.length > maxLength || /\d/.test(word)) return undefined;
    const key = `${this.#number} ${word}`;
    let known = cached.get(key);
    if (known === undefined) {
      if (cached.size >= maxCached) cached.clear();
      cached.set(key, (known = this.#nearest(word) ?? null));
    }
    return known ?? undefined;
  }

  #nearest(word: string): string | undefined {
    const allowed = word.length >= minLengthForTwo ? 2 : 1;
    const [from, to] = [word.length - allowed, word.length + allowed];
    const own = lettersIn(word);
    const { groups, counts, letters } = this.arrays;
    let best: string | undefined;
    let least = allowed + 1;
    for (const difference of lengthDifferences) {
      const length = word.length + difference;
      if (length < from || length > to) continue;
      const { words, first } = groups.get(groupOf(word, length)) ?? noWords;
      let most = least > allowed ? 0 : Number.POSITIVE_INFINITY;
      let nearest = -1;
      for (let at = 0, number = first; at < words.length; at += length, number += 1) {
        if (differences(own, letters[number] as number) > 2 * allowed) continue;
        const count = counts[number] as number;
        // A word that is not more frequent than the best one must be nearer.
        const worthwhile = count > most ? least : least - 1;
        if (worthwhile < 1) continue;
        const edits = nearEdits(word, words, at, length, Math.min(worthwhile, allowed));
        if (edits < least || (edits === least && count > most)) [nearest, least, most] = [at, edits, count];
      }
      if (nearest >= 0) best = words.slice(nearest, nearest + length);
      if (least === 1) break;
    }
    return best;
  }

  get bytes(): number {
    const { groups, counts, letters } = this.arrays;
    let bytes = counts.byteLength + letters.byteLength;
    for (const { words } of groups.values()) bytes += bytesOf(words) + groupBytes;
    return bytes;
  }
}

/** Texts have a byte for each character if all of them are Latin, or else two. */
function bytesOf(words: string): number {
  return /[^\u0000-\u00ff]/.test(words) ? 2 * words.length : words.length;
}

/** Words of the same length are looked at first. */
const lengthDifferences = [0, -1, 1, -2, 2];
const noWords: SpelledWords = { words: "", first: 0 };

/**
 * The edits between a word and the one at `at`; infinite if there are more than `most`. The common beginning and end are skipped.
 * Where two edits are allowed, the second letter must be right as well.
 */
function nearEdits(word: string, words: string, at: number, length: number, most: number): number {
  const shorter = Math.min(word.length, length);
  let start = 1;
  while (start < shorter && words.charCodeAt(at + start) === word.charCodeAt(start)) start += 1;
  if (most > 1 && start < 2) return Number.POSITIVE_INFINITY;
  let end = 0;
  while (end < shorter - start && words.charCodeAt(at + length - 1 - end) === word.charCodeAt(word.length - 1 - end)) end += 1;
  const between = Math.max(word.length, length) - start - end;
  if (between > (most === 1 ? 2 : shorter - 2)) return Number.POSITIVE_INFINITY;
  const edits = editsInside(word, start, word.length - end, words, at + start, at + length - end, most);
  return edits > most ? Number.POSITIVE_INFINITY : edits;
}

/** Rows of a comparison, used again for the next one. */
const rows = [new Uint8Array(maxLength + 1), new Uint8Array(maxLength + 1), new Uint8Array(maxLength + 1)] as const;

/** Letters that are wrong, missing, too many, or swapped with the next one. More than `most` is `most + 1`. */
function editsInside(
  one: string,
  oneStart: number,
  oneEnd: number,
  other: string,
  otherStart: number,
  otherEnd: number,
  most: number,
): number {
  const width = otherEnd - otherStart;
  let [row, last, beforeLast] = rows;
  for (let j = 0; j <= width; j += 1) last[j] = j;
  for (let i = 1; i <= oneEnd - oneStart; i += 1) {
    const letter = one.charCodeAt(oneStart + i - 1);
    const letterBefore = i > 1 ? one.charCodeAt(oneStart + i - 2) : -1;
    row[0] = i;
    let left = i;
    let least = i;
    let otherBefore = -1;
    for (let j = 1; j <= width; j += 1) {
      const otherLetter = other.charCodeAt(otherStart + j - 1);
      let edits = (last[j - 1] as number) + (letter === otherLetter ? 0 : 1);
      if (left + 1 < edits) edits = left + 1;
      if ((last[j] as number) + 1 < edits) edits = (last[j] as number) + 1;
      if (letter === otherBefore && letterBefore === otherLetter && (beforeLast[j - 2] as number) + 1 < edits)
        edits = (beforeLast[j - 2] as number) + 1;
      row[j] = left = edits;
      if (edits < least) least = edits;
      otherBefore = otherLetter;
    }
    if (least > most) return most + 1;
    [row, last, beforeLast] = [beforeLast, row, last];
  }
  return Math.min(last[width] as number, most + 1);
}
